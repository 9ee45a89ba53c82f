import type { ComponentChildren } from 'preact'
import { consoleSampleTexts as samples } from '../../core/texts/en-console-samples.js'
import { useConsoleTexts } from '../texts.js'
import {
  BannerSamples,
  LoadingSamples,
  MoneySamples,
  StateSamples,
  TaskSamples,
} from './content-samples.js'
import {
  ButtonSamples,
  FieldSamples,
  IconSamples,
  ProgressSample,
  StatusSamples,
} from './control-samples.js'
import { ChoiceSamples, OverlaySamples, TableSample } from './list-samples.js'

/** Shows every part in its states, in both themes. Tests and screenshots run over it. */
export function Screen() {
  const texts = useConsoleTexts()
  const { sections, intro, light, dark } = samples
  const parts: [string, ComponentChildren][] = [
    [sections.buttons, <ButtonSamples key="buttons" />],
    [sections.status, <StatusSamples key="status" />],
    [sections.progress, <ProgressSample key="progress" />],
    [sections.fields, <FieldSamples key="fields" />],
    [sections.choices, <ChoiceSamples key="choices" />],
    [sections.overlays, <OverlaySamples key="overlays" />],
    [sections.table, <TableSample key="table" />],
    [sections.banners, <BannerSamples key="banners" />],
    [sections.tasks, <TaskSamples key="tasks" />],
    [sections.states, <StateSamples key="states" />],
    [sections.loading, <LoadingSamples key="loading" />],
    [sections.money, <MoneySamples key="money" />],
    [sections.icons, <IconSamples key="icons" />],
  ]
  return (
    <>
      <div class="screen-head">
        <h1>{texts.screens.parts}</h1>
        <span class="soft">{intro}</span>
      </div>
      <div class="samples">
        {(['light', 'dark'] as const).map((theme) => (
          <section key={theme} class="card sample-theme" data-theme={theme}>
            <h2>{theme === 'light' ? light : dark}</h2>
            {parts.map(([name, content]) => (
              <section key={name} class="sample" aria-label={name}>
                <h3 class="soft">{name}</h3>
                {content}
              </section>
            ))}
          </section>
        ))}
      </div>
    </>
  )
}
