/** An EIP-1193 provider. */
export type Provider = {
  request(call: { method: string; params?: readonly unknown[] | object }): Promise<unknown>
  on?(event: string, listener: (value: unknown) => void): void
  removeListener?(event: string, listener: (value: unknown) => void): void
}

/** A wallet the buyer can choose. Name and icon are unverified. */
export type Wallet = {
  id: string
  name: string
  /** A `data:` URI, for an `<img>` only. */
  icon: string | null
  provider: Provider
}
