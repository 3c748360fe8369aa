/**
 * Asks a network which features of client-side mods it has blocked, on behalf of all mods in one game client.
 * Mods start at {@link io.github.featurecontrol.sdk.FeatureControl}, loader parts at
 * {@link io.github.featurecontrol.sdk.LoaderChannel}. Requires Java 8 and Gson 2.2.4 to 2.13.1, and no other
 * library.
 */
package io.github.featurecontrol.sdk;
