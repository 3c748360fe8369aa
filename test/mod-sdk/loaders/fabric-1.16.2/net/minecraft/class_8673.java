package net.minecraft;

public abstract class class_8673 {

    protected final class_2535 field_45589;

    protected class_8673(class_2535 connection) {
        field_45589 = connection;
    }
}
