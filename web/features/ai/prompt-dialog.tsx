// A new version of a prompt, begun from an older one.
import { Input, InputNumber } from 'antd'
import { promptFields } from '#contract/ai/ai-labels.ts'
import { type AssistantDetails, addPrompt, assistantCalls, getAssistant, type Prompt } from '#contract/ai/assistants.ts'
import { promptProblem } from '#contract/ai/prompt-text.ts'
import { Field } from '#web/kit/form/field.tsx'
import { FormDialog } from '#web/kit/form/form-dialog.tsx'
import { PromptInput } from './prompt-input.tsx'

const empty = { prompt: '', model: '', temperature: '0.3', maxTokens: 1_000, note: '' }

type Props = {
  assistant: Pick<AssistantDetails, 'id' | 'purpose' | 'prompts'>
  /** The version that is edited; without it the first one is written. */
  from: Prompt | undefined
  onClosed: () => void
}

export function PromptDialog({ assistant: { id, purpose, prompts }, from, onClosed }: Props) {
  const { prompt, model, temperature, maxTokens } = from ?? empty
  return (
    <FormDialog
      title={from ? `编辑提示词（以第 ${from.number} 版为底稿）` : '写第一版提示词'}
      endpoint={addPrompt}
      initial={{ prompt, model, temperature, maxTokens, note: '' }}
      input={(values) => ({ ...values, assistantId: id, baseId: prompts[0]?.id ?? null })}
      success="已保存为新的版本"
      invalidates={[getAssistant, assistantCalls.list]}
      verb="保存为新版本"
      isDanger={false}
      onClosed={onClosed}
    >
      <Field of={addPrompt} name="prompt" check={(text) => promptProblem(text, purpose)}>
        <PromptInput names={promptFields[purpose]} />
      </Field>
      <Field of={addPrompt} name="model" isRequired={false} hint="留空用服务器设定的模型。" />
      <Field of={addPrompt} name="temperature" hint="0 最稳定，2 最随意。">
        <Input maxLength={4} inputMode="decimal" />
      </Field>
      <Field of={addPrompt} name="maxTokens">
        <InputNumber min={16} max={16_000} precision={0} />
      </Field>
      <Field of={addPrompt} name="note" isRequired={false} placeholder="改了什么，为什么" />
    </FormDialog>
  )
}
