package net.minecraft;

/** Inherits the field as from 1.20.2 on; in earlier versions, this class declares it. */
public class class_634 extends class_8673 {

    public class_634(class_2535 connection) {
        super(connection);
    }
}
