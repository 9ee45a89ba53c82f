/**
 * Runs `work` on each input, at most `atOnce` at a time, and returns the outputs in the order of
 * the inputs.
 */
export async function mapConcurrent<Input, Output>(
  inputs: readonly Input[],
  atOnce: number,
  work: (input: Input) => Promise<Output>,
): Promise<Output[]> {
  const outputs: Output[] = new Array(inputs.length)
  const queue = inputs.entries()
  const worker = async () => {
    for (const [index, input] of queue) outputs[index] = await work(input)
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, inputs.length) }, worker))
  return outputs
}
