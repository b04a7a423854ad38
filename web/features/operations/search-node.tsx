// What the house adds to a campaign or keyword: a label, an owner, and what a lead may cost.
import { EditOutlined } from '@ant-design/icons'
import { Button, Input, Tag } from 'antd'
import { useState } from 'react'
import { getSearchDetail, type SearchDetail, type SemNode, saveSemNode } from '#contract/operations/search-detail.ts'
import { Can } from '#web/kit/can.tsx'
import { Field } from '#web/kit/form/field.tsx'
import { FormDialog } from '#web/kit/form/form-dialog.tsx'
import { actText } from '#web/lib/act-toast.ts'
import { formatFigure } from '#web/lib/format.ts'
import { UserPicker } from '#web/pickers/user-picker.tsx'

type Values = { label: string; ownerId: string | null; targetCost: string }

const NodeForm = ({ node, onClosed }: { node: SemNode; onClosed: () => void }) => (
  <FormDialog<typeof saveSemNode, Values>
    title="编辑备注名、负责人和目标"
    endpoint={saveSemNode}
    initial={{ label: node.label, ownerId: node.ownerId, targetCost: node.targetCost ?? '' }}
    input={({ targetCost, ...values }) => ({
      id: node.id,
      version: node.version,
      ...values,
      targetCost: targetCost.trim() === '' ? null : targetCost.trim(),
    })}
    success={actText('edit')}
    invalidates={[getSearchDetail]}
    verb="保存"
    isDanger={false}
    draft={`sem-node-${node.id}`}
    onClosed={onClosed}
  >
    <Field of={saveSemNode} name="label" isRequired={false} />
    <Field of={saveSemNode} name="ownerId" isRequired={false}>
      <UserPicker placeholder="没有负责人" />
    </Field>
    <Field of={saveSemNode} name="targetCost" isRequired={false} hint="元；不填则没有目标">
      <Input inputMode="decimal" />
    </Field>
  </FormDialog>
)

export function SearchNode({ node, total }: { node: SemNode; total: SearchDetail['total'] }) {
  const [isOpen, setOpen] = useState(false)
  const { label, ownerName, targetCost } = node
  // without a lead the cost itself is compared, as the notice of a breach does
  const { costPerLead, cost } = total
  const isBreached = targetCost !== null && Number(costPerLead ?? cost) > Number(targetCost)
  return (
    <p className="search-note">
      {label && <Tag>{label}</Tag>}
      {ownerName && `负责人 ${ownerName} `}
      {targetCost !== null && `目标注册成本 ${formatFigure(targetCost)} `}
      {isBreached && (
        <Tag color="error">
          {costPerLead === null
            ? `已消费 ${formatFigure(cost)} 元，还没有注册`
            : `已超出：${formatFigure(costPerLead)}`}
        </Tag>
      )}
      <Can call={saveSemNode}>
        <Button type="link" size="small" icon={<EditOutlined />} onClick={() => setOpen(true)}>
          编辑
        </Button>
      </Can>
      {isOpen && <NodeForm node={node} onClosed={() => setOpen(false)} />}
    </p>
  )
}
