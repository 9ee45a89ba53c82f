import { useQuery } from '@tanstack/preact-query'
import { developerTexts } from '../../core/texts/en-console-developers.js'
import { Loaded } from '../panels/loaded.js'
import { Panel } from '../panels/page.js'
import { Rows } from '../panels/rows.js'
import { Code, indentJson } from '../panels/secret-dialog.js'
import { CopyButton } from '../parts/copy-button.js'

const texts = developerTexts.agents

const documents = [
  { name: texts.llms, path: '/llms.txt' },
  { name: texts.discovery, path: '/.well-known/x402' },
] as const

/** The documents about the service that agents read before they buy for people. */
export function AgentsTab() {
  const mcp = `${location.origin}/mcp`
  return (
    <>
      <Panel title={texts.title} note={texts.note}>
        <dl class="fact-grid">
          <div>
            <dt>{texts.mcp}</dt>
            <dd class="address">
              <code>{mcp}</code>
              <CopyButton text={mcp} label={texts.mcp} />
            </dd>
          </div>
        </dl>
        <p class="soft">{texts.listed}</p>
      </Panel>
      <ToolsPanel />
      {documents.map(({ name, path }) => (
        <DocumentPanel key={path} name={name} path={path} />
      ))}
    </>
  )
}

type Tool = { name: string; description?: string }

/** The tools of the MCP server, as an agent lists them. */
function ToolsPanel() {
  const tools = useQuery({
    queryKey: ['panels', 'agents', 'tools'],
    queryFn: async ({ signal }) => {
      const response = await fetch('/mcp', {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
        },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
        signal,
      })
      if (!response.ok) throw new Error(`/mcp: ${response.status}`)
      const { result } = (await response.json()) as { result: { tools: Tool[] } }
      return result.tools
    },
  })
  return (
    <Panel title={texts.tools} note={texts.toolsNote}>
      <Loaded query={tools}>
        {(all) => (
          <Rows
            label={texts.tools}
            rows={all}
            keyOf={({ name }) => name}
            columns={[
              {
                id: 'name',
                label: texts.tool,
                cell: ({ name }) => <code class="tool-name">{name}</code>,
              },
              { id: 'text', label: texts.does, cell: ({ description }) => description },
            ]}
          />
        )}
      </Loaded>
    </Panel>
  )
}

function DocumentPanel({ name, path }: { name: string; path: string }) {
  const document = useQuery({
    queryKey: ['panels', 'agents', path],
    queryFn: async ({ signal }) => {
      const response = await fetch(path, { signal })
      if (!response.ok) throw new Error(`${path}: ${response.status}`)
      return response.text()
    },
  })
  return (
    <Panel
      title={name}
      note={path}
      actions={
        <a class="button" href={path} target="_blank" rel="noreferrer">
          {texts.open}
        </a>
      }
    >
      <Loaded query={document}>
        {(text) => <Code label={`${texts.preview}: ${name}`} text={indentJson(text)} />}
      </Loaded>
    </Panel>
  )
}
