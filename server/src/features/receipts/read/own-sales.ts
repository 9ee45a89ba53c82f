import type { FastifyRequest } from 'fastify'
import type { SellingCashier } from '../../../auth/caller.js'
import { hasRight } from '../../../auth/roles.js'
import type { Receipt } from '../receipt.js'

/** The sales of one cashier or person. */
export type OwnSales = {
  soldBy: string
  /** Only at this register. */
  registerId: string | null
}

/**
 * Returns the sales to which a request is limited, or null if its caller may see all of them. A
 * cashier at a register sees the sales that they made at that register.
 */
export function ownSalesOf({ caller }: Pick<FastifyRequest, 'caller'>): OwnSales | null {
  if (caller?.kind === 'person' && caller.role) {
    return hasRight(caller.role, 'receipts:read') ? null : { soldBy: caller.id, registerId: null }
  }
  if (caller?.kind !== 'device') return null
  const { cashier, registerId } = caller
  // A locked register may see no sales.
  return cashier ? ownSalesAt({ cashier: cashier.id, rights: cashier.rights, registerId }) : noSales
}

/** Returns the sales that a request may list, and whether it may search their comments. */
export function visibleTo(request: Pick<FastifyRequest, 'caller'>): {
  own: OwnSales | null
  searchesComments: boolean
} {
  const ownSales = ownSalesOf(request)
  // No cashier at a register reads comments.
  return { own: ownSales, searchesComments: ownSales === null && request.caller?.kind !== 'device' }
}

/** Returns the sales to which a cashier at a register is limited, or null for all. */
export function ownSalesAt(
  by: Pick<SellingCashier, 'cashier' | 'registerId' | 'rights'>,
): OwnSales | null {
  const { cashier: soldBy, registerId, rights } = by
  return rights.includes('see_all_sales') ? null : { soldBy, registerId }
}

const noSales: OwnSales = { soldBy: '', registerId: '' }

/** Returns whether a receipt is one of the sales to which a request is limited. */
export function isOwnSale(
  { soldBy, registerId }: Pick<Receipt, 'soldBy' | 'registerId'>,
  own: OwnSales | null,
): boolean {
  if (own === null) return true
  return soldBy === own.soldBy && (own.registerId === null || registerId === own.registerId)
}
