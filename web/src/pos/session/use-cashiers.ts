import { useEffect, useState } from 'preact/hooks'
import type { PosApi } from './pos-api.js'

export type NamedCashier = { id: string; name: string }

/** Loads the names of the shop's cashiers. Null while they load. */
export function useCashiers(api: PosApi): readonly NamedCashier[] | null {
  const [cashiers, setCashiers] = useState<readonly NamedCashier[] | null>(null)
  useEffect(() => {
    const load = async () => {
      const listed = await api.get<{ cashiers: NamedCashier[] }>('/api/cashiers')
      setCashiers(listed.ok ? listed.body.cashiers : [])
    }
    void load()
  }, [])
  return cashiers
}

/** Returns the name of the cashier with an id, or `other` for a person of the console. */
export function nameOf(
  cashiers: readonly NamedCashier[] | null,
  { id, other }: { id: string | undefined; other: string },
): string {
  return cashiers?.find((cashier) => cashier.id === id)?.name ?? other
}
