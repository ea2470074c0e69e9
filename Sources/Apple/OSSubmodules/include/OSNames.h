#pragma once
// The Swift module of the same name has all declarations.
