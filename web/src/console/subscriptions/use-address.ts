import { useLocation, useSearch } from 'wouter-preact'

/** Reads and changes the query of the address, which has the filters and the open row. */
export function useQueryAddress() {
  const [path, navigate] = useLocation()
  const search = useSearch()
  const values = new URLSearchParams(search)
  const addressWith = (changes: Readonly<Record<string, string | null>>) => {
    const next = new URLSearchParams(search)
    for (const [name, value] of Object.entries(changes)) {
      if (value === null || value === '') next.delete(name)
      else next.set(name, value)
    }
    return next.size > 0 ? `${path}?${next}` : path
  }
  return {
    values,
    addressWith,
    change: (changes: Readonly<Record<string, string | null>>) =>
      navigate(addressWith(changes), { replace: true }),
    open: (changes: Readonly<Record<string, string | null>>) => navigate(addressWith(changes)),
  }
}
