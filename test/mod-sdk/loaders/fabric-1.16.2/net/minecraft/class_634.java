package net.minecraft;

/** The superclass of 1.20.2 has the field; before, it is in this class. */
public class class_634 extends class_8673 {
    public class_634(class_2535 connection) {
        super(connection);
    }
}
