import { useQuery } from '@tanstack/preact-query'
import { useMemo } from 'preact/hooks'
import { receiptDetailTexts } from '../../../core/texts/en-console-receipt-detail.js'
import { useRight, useSession } from '../../session/session.js'

/** Returns a function that names a person or key by its id, as far as the role may see names. */
export function usePeople(): (id: string) => string {
  const { detail: texts } = receiptDetailTexts
  const { timeline } = receiptDetailTexts
  const { api, me, membership } = useSession()
  const mayReadMembers = useRight('members:read')
  const mayReadCashiers = useRight('registers:read')
  const members = useQuery({
    queryKey: ['members', membership.wallet],
    queryFn: ({ signal }) => api.call('get', '/api/members', { signal }),
    enabled: mayReadMembers,
    staleTime: 5 * 60_000,
  })
  const cashiers = useQuery({
    queryKey: ['cashiers', membership.wallet],
    queryFn: ({ signal }) => api.call('get', '/api/cashiers', { signal }),
    enabled: mayReadCashiers,
    staleTime: 5 * 60_000,
    retry: false,
  })
  const names = useMemo(() => {
    const people = [...(members.data?.members ?? []), ...(cashiers.data?.cashiers ?? [])]
    return new Map(people.flatMap(({ id, name }) => (name ? [[id.toLowerCase(), name]] : [])))
  }, [members.data, cashiers.data])
  return (id) => {
    if (id === me.id || id.toLowerCase() === me.wallet?.toLowerCase()) return texts.you
    const name = names.get(id.toLowerCase())
    if (name) return name
    if (id.startsWith('key_')) return texts.key
    if (/^0x[0-9a-f]{40}$/i.test(id)) return `${id.slice(0, 6)}…${id.slice(-4)}`
    return /^(psn|usr|csh|person)_/.test(id) ? texts.member : timeline.system
  }
}
