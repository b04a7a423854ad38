// Handover of a leaver's work to one person, or parts of it to others: choose receivers, review what moves, confirm.
import { Form } from 'antd'
import { useState } from 'react'
import { type HandoverPart, handOver, handoverParts } from '#contract/organisation/handover.ts'
import { getChildUserInfoByType } from '#contract/organisation/staff-links.ts'
import { getUserInfoById, queryUserList, type UserRow } from '#contract/organisation/users.ts'
import { useConfirmed } from '#web/kit/dialog/use-confirmed.tsx'
import { notify } from '#web/lib/notify.ts'
import { ChooseDialog } from '#web/pickers/choose-dialog.tsx'
import { UserPicker } from '#web/pickers/user-picker.tsx'

const partLabels: Record<HandoverPart, string> = {
  subordinates: '直接下级交给',
  categories: '服务的分类和资讯分类交给',
  customers: '客户、注册、合作伙伴、订单和拜访交给',
  prices: '负责的报价项交给',
  articles: '资讯、推送、报告、会议和推广交给',
}

type Parts = Partial<Record<HandoverPart, string>>

export function HandoverDialog({ user, onClosed }: { user: UserRow; onClosed: () => void }) {
  const [toId, setToId] = useState<string | null>(null)
  const [parts, setParts] = useState<Parts>({})
  const act = useConfirmed(handOver, {
    title: `工作交接：${user.realName}`,
    verb: '移交',
    success: '交接完成',
    invalidates: [queryUserList, getUserInfoById, getChildUserInfoByType],
    onSuccess: onClosed,
  })
  const handlePart = (part: HandoverPart, chosen: string | null) => {
    const { [part]: _, ...others } = parts
    setParts(chosen === null ? others : { ...others, [part]: chosen })
  }
  const handleSave = async () => {
    const apart = Object.keys(parts).length > 0 && { parts }
    if (toId) await act.run({ fromId: user.id, toId, ...apart })
    else notify.warning('请选择接收人')
    return false
  }
  return (
    <>
      <ChooseDialog
        title={`工作交接：${user.realName}（${user.userName}）`}
        width={520}
        verb="下一步"
        isChanged={toId !== null || Object.keys(parts).length > 0}
        isSaving={act.pending}
        onSave={handleSave}
        onClosed={onClosed}
      >
        <p>
          直接下级、服务的分类和资讯分类、客户和会员、待处理的注册与注册分配规则、合作伙伴、未关闭的订单、待跟进的提醒、拜访企业和未完成的拜访、负责的会议报名、负责的报价项与监控规则、未发布的资讯、指定的审核、未发送的推送和报告、未结束的会议、推广账号和计划将全部移交给接收人，并记入审计日志。其中一部分可以交给其他人。
        </p>
        <Form.Item label="接收人" colon={false} htmlFor="handover-to" required labelCol={{ span: 24 }}>
          <UserPicker id="handover-to" placeholder="请选择接收人" without={[user.id]} value={toId} onChange={setToId} />
        </Form.Item>
        {handoverParts.map((part) => (
          <Form.Item
            key={part}
            label={partLabels[part]}
            colon={false}
            htmlFor={`handover-${part}`}
            labelCol={{ span: 24 }}
          >
            <UserPicker
              id={`handover-${part}`}
              placeholder="同接收人"
              without={[user.id]}
              value={parts[part] ?? null}
              onChange={(chosen) => handlePart(part, chosen)}
            />
          </Form.Item>
        ))}
      </ChooseDialog>
      {act.dialogs}
    </>
  )
}
