// One version of a prompt against another, word by word.
import { Modal, Select } from 'antd'
import { Fragment, useState } from 'react'
import { toolLabels } from '#contract/ai/answer-labels.ts'
import { getPrompt, type Prompt, type PromptRow } from '#contract/ai/assistants.ts'
import { Facts } from '#web/kit/dialog/facts.tsx'
import { factsOf } from '#web/kit/dialog/facts-of.tsx'
import { Loaded } from '#web/kit/dialog/loaded.tsx'
import { useDialog } from '#web/kit/dialog/use-dialog.ts'
import { useCall } from '#web/lib/query.ts'
import { diffWords } from '#web/lib/text-diff.ts'

const options = { staleTime: Number.POSITIVE_INFINITY, call: { hideErrorMsg: true } } as const

function Words({ before, after }: { before: string; after: string }) {
  return (
    <div className="prompt-text">
      {diffWords(before, after).map(({ kind, text }, at) => {
        const key = `${at}-${kind}`
        if (kind === 'added') return <ins key={key}>{text}</ins>
        return kind === 'removed' ? <del key={key}>{text}</del> : <Fragment key={key}>{text}</Fragment>
      })}
    </div>
  )
}

const settingsOf = ({ model, temperature, maxTokens }: Prompt) =>
  `模型 ${model || '默认'}，随机性 ${temperature}，最长 ${maxTokens} 词元`

const lookupOf = ({ tools, passages, passageDays }: Prompt) => {
  if (tools.length === 0) return '不用工具'
  const used = tools.map((name) => toolLabels[name]).join('、')
  if (!tools.includes('articles')) return used
  return `${used}；资讯每次 ${passages} 段，${passageDays === null ? '不限时间' : `${passageDays} 天内`}`
}

type Comparing = { prompt: Prompt; before: Prompt | undefined; isChat: boolean }

function Comparison({ prompt, before, isChat }: Comparing) {
  return (
    <>
      <Facts
        items={factsOf(getPrompt, prompt, {
          model: {
            label: '设置',
            render: () => <Words before={settingsOf(before ?? prompt)} after={settingsOf(prompt)} />,
          },
          tools: {
            label: '工具',
            when: isChat,
            render: () => <Words before={lookupOf(before ?? prompt)} after={lookupOf(prompt)} />,
          },
          note: { label: '说明' },
        })}
      />
      <Words before={before?.prompt ?? prompt.prompt} after={prompt.prompt} />
    </>
  )
}

function Earlier({ beforeId, ...comparing }: Omit<Comparing, 'before'> & { beforeId: string }) {
  const read = useCall(getPrompt, { id: beforeId }, options)
  return <Loaded read={read}>{(before) => <Comparison {...comparing} before={before} />}</Loaded>
}

/** Beside the version before it, or any other that is chosen. */
export function PromptCompare({
  of,
  others,
  isChat,
  onClosed,
}: {
  of: PromptRow
  others: readonly PromptRow[]
  isChat: boolean
  onClosed: () => void
}) {
  const { close, frame } = useDialog(onClosed)
  const [beforeId, setBeforeId] = useState(others[others.findIndex(({ id }) => id === of.id) + 1]?.id)
  const read = useCall(getPrompt, { id: of.id }, options)
  const choices = others.filter(({ id }) => id !== of.id)
  return (
    <Modal title={`第 ${of.number} 版`} {...frame} width={820} footer={null} onCancel={close}>
      {choices.length > 0 && (
        <p>
          对比{' '}
          <Select
            aria-label="对比的版本"
            allowClear
            placeholder="不对比"
            style={{ minInlineSize: 160 }}
            value={beforeId ?? null}
            options={choices.map(({ id, number }) => ({ value: id, label: `第 ${number} 版` }))}
            onChange={(id) => setBeforeId(id ?? undefined)}
          />
        </p>
      )}
      <Loaded read={read} rows={8}>
        {(prompt) =>
          beforeId === undefined ? (
            <Comparison prompt={prompt} before={undefined} isChat={isChat} />
          ) : (
            <Earlier prompt={prompt} beforeId={beforeId} isChat={isChat} />
          )
        }
      </Loaded>
    </Modal>
  )
}
