/** Version of the API. Paths do not contain it. */
export const apiVersion = '1.0.0'
