/** The currencies of prices. */
export const currencies = ['USD', 'EUR'] as const

export type Currency = (typeof currencies)[number]
