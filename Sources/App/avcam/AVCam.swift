import ArgumentParser

@main
struct AVCam: ParsableCommand {
}
