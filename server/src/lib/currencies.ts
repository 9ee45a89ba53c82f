/** What prices can be in. */
export const currencies = ['USD', 'EUR'] as const

export type Currency = (typeof currencies)[number]
