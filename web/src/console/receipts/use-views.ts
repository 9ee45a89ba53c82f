import type { ApiComponents } from '@tallystick/sdk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/preact-query'
import { toApiError } from '../api/api-error.js'
import { useSession } from '../session/session.js'
import { useConsoleTexts } from '../texts.js'
import { useSay } from './messages.js'

export type View = ApiComponents['schemas']['View']

/** The filters and columns that a view keeps. */
export type ViewContent = { query: Record<string, string>; columns: readonly string[] }

const screen = 'receipts'

/** Reads the views of this screen, and changes those that the person may change. */
export function useViews() {
  const { api, me, membership } = useSession()
  const { views: texts } = useConsoleTexts().receipts
  const queries = useQueryClient()
  const say = useSay()
  const key = ['views', membership.wallet, screen]
  const views = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => api.call('get', '/api/views', { query: { screen }, signal }),
    enabled: membership.rights.includes('views:use'),
    staleTime: 60_000,
  })
  const readAgain = () => queries.invalidateQueries({ queryKey: key })
  const sayProblem = (error: unknown) => {
    const problem = toApiError(error)
    say({ kind: 'bad', text: problem.status === 409 ? texts.changed : problem.message })
    return readAgain()
  }
  const create = useMutation({
    mutationFn: ({
      name,
      isShared,
      content,
    }: {
      name: string
      isShared: boolean
      content: ViewContent
    }) => api.call('post', '/api/views', { body: { screen, name, isShared, ...content } }),
    onSuccess: readAgain,
  })
  const update = useMutation({
    mutationFn: ({ view, content }: { view: View; content: ViewContent }) =>
      api.call('put', '/api/views/{id}', {
        path: { id: view.id },
        body: { ...content, expectedRevision: view.revision },
      }),
    onSuccess: async ({ view }) => {
      await readAgain()
      say({ kind: 'good', text: texts.saved(view.name) })
    },
    onError: sayProblem,
  })
  const remove = useMutation({
    mutationFn: (view: View) => api.call('delete', '/api/views/{id}', { path: { id: view.id } }),
    onSuccess: async (_, view) => {
      await readAgain()
      say({ kind: 'good', text: texts.deleted(view.name) })
    },
    onError: sayProblem,
  })
  const mayShare = membership.rights.includes('views:share')
  return {
    views: views.data?.views ?? [],
    create,
    update,
    remove,
    mayShare,
    /** Shared views belong to the team. */
    mayChange: (view: View) => (view.isShared ? mayShare : view.by === me.id),
  }
}
