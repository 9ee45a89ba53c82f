/** Version of the interface (spec 9). Paths carry none. */
export const interfaceVersion = '1.0.0'
