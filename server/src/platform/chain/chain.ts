/** What the service asks of a chain. */
export type Chain = {
  /**
   * Whether the contract wallet at `address`, deployed or yet to be, vouches for `signature` (EIP-1271,
   * EIP-6492).
   *
   * @throws when the chain cannot be asked.
   */
  isSignedByContract(input: SignedText): Promise<boolean>
  /**
   * What a price feed (Chainlink's `AggregatorV3`) says.
   *
   * @throws when the chain cannot be asked or there is no such feed.
   */
  readFeed(feed: `0x${string}`): Promise<FeedAnswer>
}

export type FeedAnswer = { answer: bigint; decimals: number; updatedAtSeconds: bigint }

type SignedText = {
  address: `0x${string}`
  message: string
  signature: `0x${string}`
}
