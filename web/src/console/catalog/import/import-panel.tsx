import { useRef, useState } from 'preact/hooks'
import { importTexts as texts } from '../../../core/texts/en-console-import.js'
import { useFormats } from '../../format/use-formats.js'
import { Icon } from '../../parts/icon.js'
import { type CsvFile, countRecords } from './csv-file.js'
import { MappingForm } from './mapping-form.js'
import { PlanView } from './plan-view.js'
import { type ImportStep, useImport } from './use-import.js'

/** Imports a CSV file beside the list: choose, match the columns, compare, apply. */
export function ImportPanel({ onClose }: { onClose(): void }) {
  const flow = useImport()
  const { step } = flow
  const isRunning = ['planning', 'sending', 'running'].includes(step.kind)
  return (
    <section class="card import-panel" aria-label={texts.title} aria-busy={isRunning}>
      <header class="card-head">
        <h2>{texts.title}</h2>
        <button
          type="button"
          class="icon-button"
          aria-label={texts.close}
          disabled={step.kind === 'sending'}
          onClick={onClose}
        >
          <Icon name="close" />
        </button>
      </header>
      <FileLine step={step} />
      <StepView step={step} flow={flow} onClose={onClose} />
    </section>
  )
}

type StepViewProps = {
  step: ImportStep
  flow: ReturnType<typeof useImport>
  onClose(): void
}

function StepView({ step, flow, onClose }: StepViewProps) {
  const format = useFormats()
  switch (step.kind) {
    case 'choose':
      return <FileChoice problem={step.problem} onFile={(file) => void flow.choose(file)} />
    case 'map':
      return (
        <MappingForm
          file={step.file}
          mapping={step.mapping}
          problem={step.problem}
          onChange={flow.map}
          onCompare={() => void flow.compare(step)}
          onCancel={flow.restart}
        />
      )
    case 'planning':
    case 'sending':
      return <Sending step={step} onCancel={flow.cancel} />
    case 'running':
      return <Running job={flow.job} onCancel={flow.cancel} />
    case 'planned':
      return (
        <PlanView
          plan={step.plan}
          problem={step.problem}
          skipped={step.skipped.size}
          onSkip={(lines) => void flow.skip(step, lines)}
          onApply={() => void flow.apply(step)}
          onRemap={() => flow.remap(step)}
          onCancel={onClose}
        />
      )
    case 'done': {
      const { created, updated } = step
      return (
        <div class="import-part" role="status">
          <p>
            <Icon name="good" /> <b>{texts.done}</b>{' '}
            {texts.doneCounts(format.count(created), format.count(updated))}
          </p>
          <div class="row">
            <button type="button" class="button main" onClick={onClose}>
              {texts.close}
            </button>
            <button type="button" class="button quiet" onClick={flow.restart}>
              {texts.another}
            </button>
          </div>
        </div>
      )
    }
  }
}

/** The file, while it is known: after a reload of the page only the import is. */
function FileLine({ step }: { step: ImportStep }) {
  const file = 'file' in step ? step.file : step.kind === 'running' ? step.planned?.file : null
  return file ? <FileName key={file.name} file={file} /> : null
}

function FileName({ file }: { file: CsvFile }) {
  const format = useFormats()
  const [rows] = useState(() => countRecords(file.text))
  return (
    <p class="import-file">
      <Icon name="file" />
      <b class="one-line">{file.name}</b>
      <span class="soft">{texts.rows(format.count(rows), rows === 1)}</span>
    </p>
  )
}

type FileChoiceProps = { problem: string | null; onFile(file: File): void }

function FileChoice({ problem, onFile }: FileChoiceProps) {
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const take = (files: FileList | null | undefined) => {
    const [file] = files ?? []
    if (file) onFile(file)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: The button inside does the same.
    <div
      class={`import-part drop-place${isOver ? ' over' : ''}`}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        take(event.dataTransfer?.files)
      }}
    >
      <p>{texts.intro}</p>
      {problem && (
        <p class="problem-text" role="alert">
          {problem}
        </p>
      )}
      <input
        ref={input}
        type="file"
        hidden
        accept=".csv,.tsv,.txt,text/csv"
        aria-label={texts.choose}
        onChange={({ currentTarget }) => take(currentTarget.files)}
      />
      <button type="button" class="button main" onClick={() => input.current?.click()}>
        <Icon name="upload" />
        {texts.choose}
      </button>
      <p class="soft">
        {texts.limits}{' '}
        <a href="/docs/catalog.md" target="_blank" rel="noreferrer">
          {texts.docs}
        </a>
      </p>
    </div>
  )
}

type SendingProps = {
  step: Extract<ImportStep, { kind: 'planning' | 'sending' }>
  onCancel(): void
}

function Sending({ step, onCancel }: SendingProps) {
  const format = useFormats()
  const { sent } = step.progress
  const label = step.kind === 'planning' ? texts.planning : texts.starting
  return (
    <div class="import-part">
      <p role="status">
        {sent < 1 ? texts.sending(format.percent(Math.floor(sent * 100) / 100)) : label}
      </p>
      <progress aria-label={label} {...(sent < 1 && { value: sent, max: 1 })} />
      <div class="row">
        <button type="button" class="button" onClick={onCancel}>
          {texts.cancel}
        </button>
      </div>
    </div>
  )
}

type RunningProps = {
  job: ReturnType<typeof useImport>['job']
  onCancel(): void
}

/** An import in the background: it goes on when the page is closed. */
function Running({ job, onCancel }: RunningProps) {
  const format = useFormats()
  const { done = 0, total = null } = job ?? {}
  const hasBegun = total !== null && total > 0 && done > 0
  return (
    <div class="import-part">
      <p role="status">
        {hasBegun
          ? texts.applyingPart(format.percent(Math.floor((done / total) * 100) / 100))
          : texts.waiting}
      </p>
      <progress aria-label={texts.applying} {...(hasBegun && { value: done, max: total })} />
      <p class="soft">{texts.background}</p>
      <div class="row">
        <button
          type="button"
          class="button"
          disabled={job?.isCancelable === false}
          onClick={onCancel}
        >
          {texts.cancel}
        </button>
      </div>
    </div>
  )
}
