// A new version of a prompt, begun from an older one.
import { Input, InputNumber, Select } from 'antd'
import { promptFields } from '#contract/ai/ai-labels.ts'
import { toolLabels, usualLookup } from '#contract/ai/answer-labels.ts'
import {
  type AssistantDetails,
  addPrompt,
  assistantCalls,
  getAssistant,
  PASSAGES_MAX,
  type Prompt,
} from '#contract/ai/assistants.ts'
import { promptProblem } from '#contract/ai/prompt-text.ts'
import { Field } from '#web/kit/form/field.tsx'
import { FormDialog } from '#web/kit/form/form-dialog.tsx'
import { optionsOf } from '#web/kit/form/options.ts'
import { PromptInput } from './prompt-input.tsx'

const empty = { prompt: '', model: '', temperature: '0.3', maxTokens: 1_000, ...usualLookup }

type Props = {
  assistant: Pick<AssistantDetails, 'id' | 'purpose' | 'prompts'>
  /** The version that is edited; without it the first one is written. */
  from: Prompt | undefined
  onClosed: () => void
}

export function PromptDialog({ assistant: { id, purpose, prompts }, from, onClosed }: Props) {
  const { prompt, model, temperature, maxTokens, tools, passages, passageDays } = from ?? empty
  const isChat = purpose === 'chat'
  return (
    <FormDialog
      title={from ? `编辑提示词（以第 ${from.number} 版为底稿）` : '写第一版提示词'}
      endpoint={addPrompt}
      initial={{ prompt, model, temperature, maxTokens, tools: [...tools], passages, passageDays, note: '' }}
      input={(values) => ({ ...values, assistantId: id, baseId: prompts[0]?.id ?? null })}
      success="已保存为新的版本"
      invalidates={[getAssistant, assistantCalls.list]}
      verb="保存为新版本"
      isDanger={false}
      draft={`ai-prompt-${id}-${from?.id ?? 'first'}`}
      onClosed={onClosed}
    >
      <Field of={addPrompt} name="prompt" check={(text) => promptProblem(text, purpose)}>
        <PromptInput names={promptFields[purpose]} />
      </Field>
      <Field of={addPrompt} name="model" isRequired={false} hint="“模型”中的名称；留空用服务器设定的模型。" />
      <Field of={addPrompt} name="temperature" hint="0 最稳定，2 最随意。">
        <Input maxLength={4} inputMode="decimal" />
      </Field>
      <Field of={addPrompt} name="maxTokens" hint="按词元计，一个汉字约一个词元。">
        <InputNumber min={16} max={16_000} precision={0} />
      </Field>
      {isChat && (
        <>
          <Field of={addPrompt} name="tools" hint="模型只能用选中的工具查数据，不选则不查。">
            <Select mode="multiple" options={optionsOf(toolLabels)} placeholder="不用工具" />
          </Field>
          <Field of={addPrompt} name="passages" isRequired hint={`每次查资讯最多给模型几段，1 到 ${PASSAGES_MAX}。`}>
            <InputNumber min={1} max={PASSAGES_MAX} precision={0} />
          </Field>
          <Field of={addPrompt} name="passageDays" hint="只查最近这些天的资讯，留空不限。">
            <InputNumber min={1} max={3_650} precision={0} />
          </Field>
        </>
      )}
      <Field of={addPrompt} name="note" isRequired={false} placeholder="改了什么，为什么" />
    </FormDialog>
  )
}
