import { keccak256, stringToHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { Signer } from '../sign.js'
import { type Fixture, period, start } from './fixture.js'
import type { Charge, Permission } from './permission.js'

/** Creates subscribers with money and an allowance for the manager. */
export async function createPeople({ usdc, fund }: Fixture, count: number): Promise<Signer[]> {
  const people = Array.from({ length: count }, (_, index) =>
    privateKeyToAccount(keccak256(stringToHex(`person ${index}`))),
  )
  for (const { address } of people) await fund(usdc, address)
  return people
}

/** Returns a signed charge of the first period for each person. */
export async function createCharges(
  { aPermission, aCharge, sign }: Fixture,
  people: readonly Signer[],
  other: (index: number) => Partial<Permission> = () => ({}),
): Promise<Charge[]> {
  const items: Charge[] = []
  for (const [index, person] of people.entries()) {
    const permission = aPermission({ account: person.address, ...other(index) })
    items.push(await aCharge(permission, { signature: await sign(permission, person) }))
  }
  return items
}

/** Returns the charge of a later period of an approved permission. */
export function renew({ permission }: Pick<Charge, 'permission'>, index: number): Charge {
  const periodStart = start + index * period
  return { permission, signature: '0x', periodStart, deadline: periodStart + 86_400 }
}
