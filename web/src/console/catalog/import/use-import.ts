import { useEffect, useRef, useState } from 'preact/hooks'
import { importTexts as texts } from '../../../core/texts/en-console-import.js'
import { toApiError } from '../../api/api-error.js'
import { forgetJob, recallJob, rememberJob } from '../../jobs/started-job.js'
import { isEnded, useJob, useJobCalls } from '../../jobs/use-job.js'
import { useSession } from '../../session/session.js'
import { useConsoleTexts } from '../../texts.js'
import { isCanceled } from '../upload-file.js'
import { useItemCalls } from '../use-items.js'
import { type CsvFile, guessMapping, type Mapping, readCsvFile, writeCsv } from './csv-file.js'
import { type ImportPlan, type Progress, planImport, startImport } from './run-import.js'

type Chosen = { file: CsvFile; mapping: Mapping; skipped: ReadonlySet<number> }
type Planned = Chosen & { plan: ImportPlan }

/** How far a person is with an import. */
export type ImportStep =
  | { kind: 'choose'; problem: string | null }
  | ({ kind: 'map'; problem: string | null } & Chosen)
  | ({ kind: 'planning' | 'sending'; progress: Progress } & Chosen)
  | ({ kind: 'planned'; problem: string | null } & Planned)
  /** The service imports. After a reload of the page, the file is not known. */
  | { kind: 'running'; id: string; planned: Planned | null }
  | { kind: 'done'; created: number; updated: number }

const start: ImportStep = { kind: 'choose', problem: null }

/** Takes a file from its choice over the comparison to the import. Nothing is saved before. */
export function useImport() {
  const session = useSession()
  const { states } = useConsoleTexts()
  const [step, setStep] = useState<ImportStep>(start)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])
  const job = useImportJob(step, setStep)

  const send = async <Result>(
    chosen: Chosen,
    input: {
      kind: 'planning' | 'sending'
      call: typeof planImport | typeof startImport
      onSent(result: Result): ImportStep
      onFailed(problem: string | null): ImportStep
    },
  ) => {
    const controller = new AbortController()
    running.current = controller
    const { signal } = controller
    const onProgress = (progress: Progress) => setStep({ kind: input.kind, progress, ...chosen })
    onProgress({ sent: 0 })
    try {
      const csv = writeCsv(chosen.file, chosen.mapping, chosen.skipped)
      const result = await input.call(session, { csv, signal, onProgress })
      setStep(input.onSent(result as Result))
    } catch (error) {
      const problem = isCanceled(error) ? null : toApiError(error).message || states.noAnswer
      if (problem === null && controller !== running.current) return
      setStep(input.onFailed(problem))
    }
  }
  const compare = (chosen: Chosen) =>
    send<ImportPlan>(chosen, {
      kind: 'planning',
      call: planImport,
      onSent: (plan) => ({ kind: 'planned', plan, problem: null, ...chosen }),
      onFailed: (problem) => ({ kind: 'map', problem, ...chosen }),
    })

  return {
    step,
    job: job.data,
    async choose(chosenFile: File) {
      const file = await readCsvFile(chosenFile)
      const mapping = guessMapping(file.header)
      const chosen = { file, mapping, skipped: new Set<number>() }
      // A file with known columns only, such as an export, needs no questions.
      if (mapping.includes('sku') && !mapping.includes(null)) await compare(chosen)
      else setStep({ kind: 'map', problem: null, ...chosen })
    },
    map: (mapping: Mapping) =>
      setStep((current) => (current.kind === 'map' ? { ...current, mapping } : current)),
    compare,
    remap: (chosen: Chosen) => setStep({ ...chosen, kind: 'map', problem: null }),
    skip: (chosen: Chosen, lines: readonly number[]) =>
      compare({ ...chosen, skipped: new Set([...chosen.skipped, ...lines]) }),
    apply: (planned: Planned) =>
      send<string>(planned, {
        kind: 'sending',
        call: startImport,
        onSent(id) {
          rememberJob(session.membership.wallet, 'import', id)
          return { kind: 'running', id, planned }
        },
        onFailed: (problem) => ({ ...planned, kind: 'planned', problem }),
      }),
    cancel: () => (step.kind === 'running' ? void job.cancel(step.id) : running.current?.abort()),
    restart: () => setStep(start),
  }
}

/** Follows the import that runs: that of this panel, or one from before a reload of the page. */
function useImportJob(step: ImportStep, setStep: (step: ImportStep) => void) {
  const { membership } = useSession()
  const { refresh } = useItemCalls()
  const { findOpen, cancel } = useJobCalls()
  const merchant = membership.wallet
  const { data, error } = useJob(step.kind === 'running' ? step.id : null)

  useEffect(() => {
    const show = (id: string | null | undefined) =>
      id && setStep({ kind: 'running', id, planned: null })
    const started = recallJob(merchant, 'import')
    if (started) show(started)
    else
      void findOpen('import').then(
        (job) => show(job?.id),
        () => undefined,
      )
  }, [merchant])

  useEffect(() => {
    if (step.kind !== 'running') return
    // Jobs are deleted after a week.
    const isGone = error && toApiError(error).status === 404
    if (!isGone && !(data && isEnded(data))) return
    forgetJob(merchant, 'import')
    const { planned } = step
    const end = (problem: string | null) =>
      setStep(planned ? { kind: 'planned', ...planned, problem } : { kind: 'choose', problem })
    if (!data || isGone) return end(null)
    if (data.state === 'canceled') return end(texts.canceled)
    if (data.state === 'failed') return end(String(data.error?.['message'] ?? texts.failed))
    refresh()
    const countOf = (name: string) => Number(data.result?.[name] ?? 0)
    setStep({ kind: 'done', created: countOf('created'), updated: countOf('updated') })
  }, [data, error, step.kind])

  return { data, cancel }
}
