/** A model of a split for one asset. */
export type Model = ReturnType<typeof createModel>

export function createModel(shares: readonly number[]) {
  const paid = shares.map(() => 0n)
  const refusing = new Set<number>()
  let received = 0n

  const totalReleased = () => paid.reduce((sum, amount) => sum + amount, 0n)
  const dueAt = (index: number) =>
    (received * BigInt(shares[index] ?? 0)) / 10_000n - (paid[index] ?? 0n)

  /** Returns the amount paid to a recipient, or null when the call fails. */
  function release(index: number): bigint | null {
    const amount = dueAt(index)
    if (amount === 0n || refusing.has(index)) return null
    paid[index] = (paid[index] ?? 0n) + amount
    return amount
  }

  return {
    receive: (amount: bigint) => {
      received += amount
    },
    setRefuses: (index: number, refuses: boolean) => {
      if (refuses) refusing.add(index)
      else refusing.delete(index)
    },
    release,
    distribute: () => shares.reduce((sum, _, index) => sum + (release(index) ?? 0n), 0n),
    due: dueAt,
    released: (index: number) => paid[index] ?? 0n,
    totalReleased,
    balance: () => received - totalReleased(),
  }
}
