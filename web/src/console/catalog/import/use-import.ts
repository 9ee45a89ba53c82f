import { useEffect, useRef, useState } from 'preact/hooks'
import { toApiError } from '../../api/api-error.js'
import { useSession } from '../../session/session.js'
import { useConsoleTexts } from '../../texts.js'
import { isCanceled } from '../upload-file.js'
import { useItemCalls } from '../use-items.js'
import { type CsvFile, guessMapping, type Mapping, readCsvFile, writeCsv } from './csv-file.js'
import { type ImportPlan, type Progress, runImport } from './run-import.js'

type Chosen = { file: CsvFile; mapping: Mapping; skipped: ReadonlySet<number> }

/** How far a person is with an import. */
export type ImportStep =
  | { kind: 'choose'; problem: string | null }
  | ({ kind: 'map'; problem: string | null } & Chosen)
  | ({ kind: 'planning' | 'applying'; progress: Progress } & Chosen)
  | ({ kind: 'planned'; plan: ImportPlan; problem: string | null } & Chosen)
  | { kind: 'done'; file: CsvFile; plan: ImportPlan }

const start: ImportStep = { kind: 'choose', problem: null }

/** Takes a file from its choice over the comparison to the import. Nothing is saved before. */
export function useImport() {
  const session = useSession()
  const { states } = useConsoleTexts()
  const { refresh } = useItemCalls()
  const [step, setStep] = useState<ImportStep>(start)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])

  const run = async (
    chosen: Chosen,
    dryRun: boolean,
    onFailed: (problem: string) => ImportStep,
  ) => {
    const controller = new AbortController()
    running.current = controller
    const kind = dryRun ? ('planning' as const) : ('applying' as const)
    const show = (progress: Progress) => setStep({ kind, progress, ...chosen })
    show({ sent: 0 })
    try {
      const csv = writeCsv(chosen.file, chosen.mapping, chosen.skipped)
      const { signal } = controller
      const plan = await runImport(session, { csv, dryRun, signal, onProgress: show })
      if (!dryRun) refresh()
      setStep(
        dryRun
          ? { kind: 'planned', plan, problem: null, ...chosen }
          : { kind: 'done', file: chosen.file, plan },
      )
    } catch (error) {
      const problem = isCanceled(error) ? null : toApiError(error).message || states.noAnswer
      if (problem === null && controller !== running.current) return
      setStep(onFailed(problem ?? ''))
    }
  }
  const compare = (chosen: Chosen) =>
    run(chosen, true, (problem) => ({ kind: 'map', problem: problem || null, ...chosen }))

  return {
    step,
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
    apply: (planned: Extract<ImportStep, { kind: 'planned' }>) =>
      run(planned, false, (problem) => ({ ...planned, problem: problem || null })),
    cancel: () => running.current?.abort(),
    restart: () => setStep(start),
  }
}
