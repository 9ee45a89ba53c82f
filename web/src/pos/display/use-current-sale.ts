import { useEffect, useState } from 'preact/hooks'
import type { Currency } from '../sale/cart.js'
import type { PosApi } from '../session/pos-api.js'

export type ShownSale = {
  currency: Currency
  total: number
  lines: readonly { label: string; qty: number; amount: number }[]
  tip: number | null
  receipt: { receiptId: string; status: string; paymentUrl: string } | null
}

type Body = { sale: ShownSale | null; tipPresets: number[] }

const pollMs = 1_000

/** Follows the current sale of the register, and sets its tip. */
export function useCurrentSale(api: PosApi) {
  const [current, setCurrent] = useState<Body>({ sale: null, tipPresets: [] })
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let isActive = true
    const load = async () => {
      const loaded = await api.get<Body>('/api/devices/sale')
      if (!isActive) return
      if (loaded.ok) setCurrent(loaded.body)
      timer = setTimeout(load, pollMs)
    }
    void load()
    return () => {
      isActive = false
      clearTimeout(timer)
    }
  }, [])
  return {
    ...current,
    async setTip(tip: number) {
      const changed = await api.put<Body>('/api/devices/sale/tip', { tip })
      if (changed.ok) setCurrent(changed.body)
    },
  }
}
