import { useQuery, useQueryClient } from '@tanstack/preact-query'
import { useEffect, useState } from 'preact/hooks'
import { shopTexts as texts } from '../../core/texts/en-console-shop.js'
import { ApiError, toApiError } from '../api/api-error.js'
import { showToast } from '../parts/toast.js'
import { useSession } from '../session/session.js'
import {
  type ConfigDraft,
  changeOfDraft,
  configValueOf,
  dropConflicts,
  fromControl,
  listChangedFields,
  splitProblems,
  toControl,
} from './config-draft.js'
import type { ConfigField, FieldPath, ShopConfig } from './config-fields.js'

/** Reads the configuration of the shop. */
export function useConfig() {
  const { api, membership } = useSession()
  return useQuery({
    queryKey: ['shop', membership.wallet],
    queryFn: ({ signal }) => api.call('get', '/api/shop/config', { signal }),
  })
}

/** The values that another person has saved meanwhile, and the values shown before. */
type ConfigConflict = { from: ShopConfig; to: ShopConfig }

/** Edits fields of a configuration. A newer version of it never replaces what was typed. */
export function useConfigForm(current: ShopConfig, fields: readonly ConfigField[]) {
  const saveConfig = useSaveConfig()
  const showConfig = useShowConfig()
  const kept = useKeptDraft(fields)
  const [base, setBase] = useState(kept.read()?.base ?? current)
  const [draft, setDraft] = useState<ConfigDraft>(kept.read()?.draft ?? {})
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({})
  const [message, setMessage] = useState<string | null>(null)
  const [conflict, setConflict] = useState<ConfigConflict | null>(null)
  const [isBusy, setBusy] = useState(false)
  const changed = listChangedFields(fields, base, draft)
  useEffect(() => {
    // A draft stays on the version that the person saw, until it is saved.
    if (changed.length === 0) setBase(current)
  }, [current, changed.length === 0])
  useEffect(() => kept.write(changed.length > 0 ? { base, draft } : null), [base, draft])
  useWarningOnLeave(changed.length > 0)

  const save = async (expectedRevision = base.revision): Promise<boolean> => {
    const wrong = changed.filter((field) => fromControl(field, draft[field.path]) === null)
    setProblems(Object.fromEntries(wrong.map(({ path }) => [path, texts.notNumber])))
    setMessage(null)
    if (wrong.length > 0) return false
    setBusy(true)
    try {
      setBase(await saveConfig(changeOfDraft(changed, draft), expectedRevision))
      setDraft({})
      setConflict(null)
      showToast({ kind: 'good', text: texts.saved })
      return true
    } catch (error) {
      const newer = newerConfigOf(error)
      if (newer) setConflict({ from: base, to: newer })
      else {
        const { problems: found, rest } = splitProblems(toApiError(error).message, fields)
        setProblems(found)
        setMessage(rest || null)
        setConflict(null)
      }
      return false
    } finally {
      setBusy(false)
    }
  }
  return {
    base,
    draft,
    changed,
    problems,
    message,
    conflict,
    isBusy,
    /** The value of a field as its control has it. */
    read: (field: ConfigField): unknown =>
      field.path in draft ? draft[field.path] : toControl(field, configValueOf(base, field.path)),
    change(path: FieldPath, typed: unknown) {
      setDraft((now) => ({ ...now, [path]: typed }))
      setProblems(({ [path]: _, ...others }) => others)
    },
    discard() {
      setDraft({})
      setProblems({})
      setMessage(null)
    },
    save: () => save(),
    /** Ends a conflict: with what the other person saved, or with what was typed here. */
    async settle(choice: 'theirs' | 'mine') {
      if (!conflict) return
      if (choice === 'mine') await save(conflict.to.revision)
      else {
        setDraft(dropConflicts(draft, conflict))
        setBase(conflict.to)
        showConfig(conflict.to)
        setConflict(null)
      }
    },
    closeConflict: () => setConflict(null),
  }
}

type Kept = { base: ShopConfig; draft: ConfigDraft }

/** Keeps what is typed in memory, while the person looks at another screen. */
function useKeptDraft([first]: readonly ConfigField[]) {
  const { membership } = useSession()
  const queries = useQueryClient()
  const key = ['config-draft', membership.wallet, first?.path]
  return {
    read: () => queries.getQueryData<Kept | null>(key) ?? null,
    write: (kept: Kept | null) => void queries.setQueryData(key, kept),
  }
}

export type ConfigForm = ReturnType<typeof useConfigForm>

/** Saves a change, and shows it wherever the configuration is shown. */
export function useSaveConfig() {
  const { api } = useSession()
  const showConfig = useShowConfig()
  return async (change: object, expectedRevision?: number): Promise<ShopConfig> => {
    const body = { ...change, ...(expectedRevision !== undefined && { expectedRevision }) }
    const { config } = await api.call('post', '/api/shop/config', { body })
    showConfig(config)
    return config
  }
}

function useShowConfig() {
  const { membership } = useSession()
  const queries = useQueryClient()
  return (config: ShopConfig) => {
    queries.setQueryData(['shop', membership.wallet], { config })
    for (const key of ['setup', 'pricing', 'sale-quote', 'tax-catalog']) {
      void queries.invalidateQueries({ queryKey: [key, membership.wallet] })
    }
    // The name of the shop stands above the navigation.
    void queries.invalidateQueries({ queryKey: ['me'] })
  }
}

function newerConfigOf(error: unknown): ShopConfig | null {
  if (!(error instanceof ApiError) || error.status !== 409) return null
  const { current } = error.fields
  return typeof current === 'object' && current !== null && 'revision' in current
    ? (current as ShopConfig)
    : null
}

/** Lets the browser ask before the page with unsaved changes is closed. */
function useWarningOnLeave(isChanged: boolean): void {
  useEffect(() => {
    if (!isChanged) return undefined
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [isChanged])
}
