#pragma once
// The Swift module shows everybody what subclasses of recognizers override.
