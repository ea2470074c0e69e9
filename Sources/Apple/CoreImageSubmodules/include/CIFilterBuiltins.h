#pragma once
// The Swift module shows the typed filters to everybody.
