import { SandboxBar } from './sandbox-bar.js'

type Props = {
  problem: { title: string; text: string; next: string }
  isSandbox: boolean
}

/** Replaces a page that cannot be shown: names the cause, and the next step. */
export function ErrorPage({ problem, isSandbox }: Props) {
  return (
    <>
      {isSandbox && <SandboxBar />}
      <main class="problem">
        <img src="/assets/logo.svg" alt="" width="40" height="40" />
        <h1>{problem.title}</h1>
        <p>{problem.text}</p>
        <p>{problem.next}</p>
      </main>
    </>
  )
}
