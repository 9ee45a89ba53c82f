/** Does something with each, a few at a time; the answers are in the order of the questions. */
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
