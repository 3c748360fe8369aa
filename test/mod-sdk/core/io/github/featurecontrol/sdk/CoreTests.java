package io.github.featurecontrol.sdk;

/** Runs the tests of the core. Prints {@code passed}, or the stack trace of the first failure. */
public final class CoreTests {

    private CoreTests() {}

    public static void main(String[] arguments) {
        try {
            SharingTest.run();
            DefectsTest.run();
            JoiningTest.run();
            FailingSubscribeTest.run();
            FakeChannelTest.run();
        } catch (Throwable failure) {
            failure.printStackTrace(System.out);
            return;
        }
        System.out.println("passed");
    }
}
