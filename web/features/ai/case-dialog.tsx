// Makes a case of an evaluation set from an answer: its question, with its member's rights.
import { Form, Select } from 'antd'
import { useState } from 'react'
import { addCaseOfAnswer, caseCalls, setCalls } from '#contract/ai/evaluation.ts'
import { useAct, useCall } from '#web/lib/query.ts'
import { ChooseDialog } from '#web/pickers/choose-dialog.tsx'

type Props = { assistantId: string; messageId: string; onClosed: () => void }

export function CaseDialog({ assistantId, messageId, onClosed }: Props) {
  const [chosen, setChosen] = useState<string>()
  const read = useCall(setCalls.list, { assistantId, size: 50 }, { call: { hideErrorMsg: true } })
  const sets = read.data?.records ?? []
  const setId = chosen ?? sets[0]?.id
  const act = useAct(addCaseOfAnswer, {
    success: '已加入评测集，请到助手的“评测题”中补充期望',
    invalidates: [caseCalls.list, setCalls.list],
  })
  return (
    <ChooseDialog
      title="加入评测集"
      width={480}
      verb="加入"
      read={read}
      nothing={setId === undefined ? '这个助手还没有评测集' : undefined}
      isChanged={false}
      isSaving={act.pending}
      onSave={async () => setId !== undefined && (await act.run({ messageId, setId })) !== undefined}
      onClosed={onClosed}
    >
      <p>把会员的问题作为评测题，以该会员的权限提问。</p>
      <Form layout="vertical" component="div">
        <Form.Item label="评测集" colon={false} htmlFor="case-set">
          <Select
            id="case-set"
            value={setId ?? null}
            options={sets.map(({ id, name }) => ({ value: id, label: name }))}
            notFoundContent="还没有评测集"
            onChange={setChosen}
          />
        </Form.Item>
      </Form>
    </ChooseDialog>
  )
}
