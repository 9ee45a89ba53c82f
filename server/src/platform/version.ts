/** Version of the interface (spec 9). Paths carry none. */
export const apiVersion = '1.0.0'
