/** What the service asks of a chain. */
export type Chain = {
  /**
   * Whether the contract wallet at `address`, deployed or yet to be, vouches for `signature` (EIP-1271,
   * EIP-6492).
   *
   * @throws when the chain cannot be asked.
   */
  isSignedByContract(input: SignedText): Promise<boolean>
}

type SignedText = {
  address: `0x${string}`
  message: string
  signature: `0x${string}`
}
