/** The maximum that a pair earns per UTC day, so that trading in circles pays little. */
export const xpPerPairAndDay = 500

const centsPerXp = 100n

/** Returns the XP that both sides of a day's trade earn: one per whole dollar. */
export function xpOf(netCents: bigint): number {
  const xp = netCents / centsPerXp
  return xp > BigInt(xpPerPairAndDay) ? xpPerPairAndDay : Number(xp)
}

/** Returns the level of an amount of XP. Level n takes 100 * (n - 1)^2 XP. */
export function levelOf(xp: number): number {
  return 1 + Math.floor(Math.sqrt(Math.floor(xp / 100)))
}
