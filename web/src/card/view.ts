/** Everything that the page of the sandbox provider of card payments shows. */
export type CardView = {
  brandName: string
  amountUsd: number
  feeUsd: number
  totalUsd: number
  /** The buyer's details that the merchant prefilled, one line each. */
  customer: readonly string[]
  state: 'open' | 'processing' | 'complete' | 'ended'
  /** Why the last attempt failed, for the buyer. */
  problem: string | null
  /** The results to choose from, in groups. */
  scenarios: readonly {
    title: string
    options: readonly { value: string; text: string }[]
  }[]
}
