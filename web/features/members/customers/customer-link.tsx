// Links members of other customers to this one: search, then confirm with a list of their present customers.
import { Form, Select } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { SELECT_FILTER_MS } from '#contract/limits.ts'
import {
  type EnterpriseRow,
  linkMembers,
  type MemberChoice,
  queryEnterpriseMembers,
  queryEnterprises,
  searchMembersToLink,
} from '#contract/members/customers.ts'
import { useConfirmed } from '#web/kit/dialog/use-confirmed.tsx'
import { notify } from '#web/lib/notify.ts'
import { useCall } from '#web/lib/query.ts'
import { ChooseDialog } from '#web/pickers/choose-dialog.tsx'

type CustomerLinkProps = { customer: EnterpriseRow; onClosed: () => void }

const optionOf = ({ id, loginName, realName, enterpriseName }: MemberChoice) => ({
  value: id,
  label: `${realName}（${loginName}）`,
  title: enterpriseName,
})

export function CustomerLink({ customer: { id, name }, onClosed }: CustomerLinkProps) {
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState<{ value: string; label: string }[]>([])
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const { data, isFetching } = useCall(
    searchMembersToLink,
    { enterpriseId: id, text },
    { placeholderData: (previous) => previous },
  )
  const act = useConfirmed(linkMembers, {
    title: `关联会员：${name}`,
    verb: '关联',
    isDanger: false,
    success: '会员已关联',
    invalidates: [queryEnterprises, queryEnterpriseMembers, searchMembersToLink],
    onSuccess: onClosed,
    onPartly: onClosed,
  })
  const handleSave = async () => {
    if (chosen.length === 0) notify.warning('请选择会员')
    else await act.run({ enterpriseId: id, memberIds: chosen.map(({ value }) => value) })
    return false
  }
  return (
    <>
      <ChooseDialog
        title={`关联会员：${name}`}
        width={520}
        verb="下一步"
        isChanged={chosen.length > 0}
        isSaving={act.pending}
        onSave={handleSave}
        onClosed={onClosed}
      >
        <p>选择其他客户的主账号会员，连同其子账号成为本客户的会员；授权和归属不变。</p>
        <Form.Item label="会员" colon={false} htmlFor="customer-link" required style={{ marginBottom: 0 }}>
          <Select
            id="customer-link"
            mode="multiple"
            labelInValue
            placeholder="输入登录名、姓名、手机号码或企业"
            maxCount={100}
            loading={isFetching}
            value={chosen}
            onChange={(next: { value: string; label: string }[]) => setChosen(next)}
            options={(data ?? []).map(optionOf)}
            optionRender={({ data: option }) => (
              <div style={{ display: 'flex', gap: 12, justifyContent: 'space-between' }}>
                <span>{option.label}</span>
                <span style={{ fontSize: 12 }}>{option.title}</span>
              </div>
            )}
            showSearch={{
              filterOption: false,
              onSearch: (typed) => {
                clearTimeout(timer.current)
                timer.current = setTimeout(() => setText(typed.trim()), SELECT_FILTER_MS)
              },
            }}
            notFoundContent={isFetching ? '正在查找…' : '没有符合条件的会员'}
          />
        </Form.Item>
      </ChooseDialog>
      {act.dialogs}
    </>
  )
}
