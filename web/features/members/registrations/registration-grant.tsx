// Turns a registration into a member with a trial: one prefilled dialog; the password is shown once.

import { CopyOutlined } from '@ant-design/icons'
import { Button, Descriptions, Form } from 'antd'
import { useId, useState } from 'react'
import type { DataOf, Endpoint } from '#contract/endpoint.ts'
import { DIALOG_GUARD_MS } from '#contract/limits.ts'
import { saveGrants } from '#contract/members/grants.ts'
import { getGrantProposal, grantTrial, type RegistrationRow } from '#contract/members/registration-handling.ts'
import type { SubProductKey } from '#contract/sub-products.ts'
import { trimmed } from '#contract/typed-text.ts'
import { useIsAllowed } from '#web/kit/can.tsx'
import { EditFrame, useEditDialog } from '#web/kit/dialog/edit-dialog.tsx'
import { Loaded } from '#web/kit/dialog/loaded.tsx'
import { showRefusal } from '#web/kit/dialog/show-refusal.ts'
import { useDialogGuard } from '#web/kit/dialog/use-dialog-guard.ts'
import { useFormLayout } from '#web/kit/form/form-layout.ts'
import { isChangedFrom } from '#web/kit/form/use-draft.rules.ts'
import { copyText } from '#web/lib/copy.ts'
import { useAct, useCall } from '#web/lib/query.ts'
import { RegistrationGrantFields } from './registration-grant-fields.tsx'
import { formOf, type GrantValues, presetOf, valuesOf } from './registration-grant-values.ts'
import './registration.css'

type Props = { granted: DataOf<typeof grantTrial>; company: string }

/** Sign-in data to pass on to the customer. The password is never shown again. */
function RegistrationGranted({ granted: { loginName, password, endsOn }, company }: Props) {
  const lines = [`登录名：${loginName}`, ...(password ? [`初始密码：${password}`] : []), `有效期至：${endsOn}`]
  return (
    <div className="registration-granted">
      <p className="registration-status" role="status">
        {`已为“${company}”开通试用。`}
        {password ? '初始密码只显示这一次，请复制后告知客户。' : '该会员已有账号，仍用原来的密码登录。'}
      </p>
      <Descriptions
        column={1}
        size="small"
        colon={false}
        style={{ margin: '16px 0' }}
        styles={{ label: { width: 72 } }}
        items={[
          { label: '登录名', children: <span className="registration-secret">{loginName}</span> },
          ...(password
            ? [{ label: '初始密码', children: <span className="registration-secret">{password}</span> }]
            : []),
          { label: '有效期至', children: endsOn },
        ]}
      />
      <Button icon={<CopyOutlined />} onClick={() => void copyText(lines.join('\n'))}>
        复制给客户
      </Button>
    </div>
  )
}

const WIDTH = 720

type RegistrationGrantProps = { row: RegistrationRow; invalidates: readonly Endpoint[]; onClosed: () => void }

export function RegistrationGrant({ row, invalidates, onClosed }: RegistrationGrantProps) {
  const id = useId()
  const [form] = Form.useForm<GrantValues>()
  /** Values of the first proposal; proposals of other sub-products are filled into the form. */
  const [initial, setInitial] = useState<GrantValues>()
  const [subProduct, setSubProduct] = useState<SubProductKey>(row.subProduct)
  const [granted, setGranted] = useState<DataOf<typeof grantTrial>>()
  const guard = useDialogGuard()
  const layout = useFormLayout()
  const proposal = useCall(
    getGrantProposal,
    { id: row.id, subProduct },
    {
      call: { hideErrorMsg: true },
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 0,
      placeholderData: (before) => before,
    },
  )
  const act = useAct(grantTrial, {
    guardMs: DIALOG_GUARD_MS,
    invalidates,
    onSuccess: setGranted,
    onRefusal: (refusal) => showRefusal(form, refusal),
  })
  const isAllowed = useIsAllowed()
  const mayGrant = (key: SubProductKey) => isAllowed(saveGrants, key)
  if (!initial && proposal.data) setInitial(valuesOf(proposal.data, mayGrant))
  const handleFinish = ({ subProduct: chosen, ...values }: GrantValues) => {
    if (chosen) guard(() => void act.run(formOf(row.id, trimmed({ ...values, subProduct: chosen }))))
  }
  const dialog = useEditDialog(onClosed, () => {
    // ask before closing a tab that shows the password
    if (granted) return granted.password !== null
    return initial !== undefined && isChangedFrom(initial, form.getFieldsValue(true))
  })
  return (
    <EditFrame
      title={`开通试用：${row.company}`}
      width={WIDTH}
      dialog={dialog}
      verb="开通"
      form={id}
      isSaving={act.pending}
      disabled={!proposal.data || proposal.isPlaceholderData}
      onSaveKey={() => form.submit()}
      // Escape must not close a dialog that shows the password
      keyboard={!granted?.password}
      closable={!granted?.password}
      result={granted && <RegistrationGranted granted={granted} company={row.company} />}
      resultVerb="完成"
    >
      <Loaded read={proposal} rows={8}>
        {(proposed) =>
          initial && (
            <Form<GrantValues> {...layout} name={id} form={form} initialValues={initial} onFinish={handleFinish}>
              <RegistrationGrantFields
                form={form}
                proposal={proposed}
                mayGrant={mayGrant}
                onSubProduct={(next) => {
                  setSubProduct(next)
                  form.setFieldsValue({ ...presetOf(undefined), presetId: null })
                }}
              />
            </Form>
          )
        }
      </Loaded>
    </EditFrame>
  )
}
