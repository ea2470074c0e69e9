#pragma once
// The Swift module shows its names to everybody.
