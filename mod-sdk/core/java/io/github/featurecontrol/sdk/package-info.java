/**
 * Asks a network which features of client-side mods it has blocked, for all mods of one client together. Mods
 * begin at {@link io.github.featurecontrol.sdk.FeatureControl}, loader parts at
 * {@link io.github.featurecontrol.sdk.LoaderChannel}. Java 8 and Gson 2.2.4 to 2.13.1, nothing else.
 */
package io.github.featurecontrol.sdk;
