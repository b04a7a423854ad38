// The member of a new account: a new one with their enterprise, or an existing one, searched by login name or number.
import { Alert, Button, Form, Input } from 'antd'
import { useState } from 'react'
import { SELECT_FILTER_MS } from '#contract/limits.ts'
import { addAccount, lookupMember } from '#contract/members/accounts.ts'
import type { SubProductKey } from '#contract/sub-products.ts'
import { checkMobile } from '#contract/validation.ts'
import { Field } from '#web/kit/form/field.tsx'
import { useDebounced } from '#web/kit/use-debounced.ts'
import { useCall } from '#web/lib/query.ts'
import { EnterprisePicker } from '#web/pickers/enterprise-picker.tsx'
import { UserPicker } from '#web/pickers/user-picker.tsx'
import { checkOptionalPassword, PASSWORD_HINT, PasswordInput } from './account-password.tsx'

const LOOKED_UP_FROM = 3

function useFound(subProduct: SubProductKey, typed: string) {
  const text = useDebounced(typed.trim(), SELECT_FILTER_MS)
  const { data } = useCall(
    lookupMember,
    { subProduct, text },
    { enabled: text.length >= LOOKED_UP_FROM && text.length <= 32, call: { hideErrorMsg: true } },
  )
  return data ?? undefined
}

type Found = NonNullable<ReturnType<typeof useFound>>
const nameOf = ({ realName, loginName, enterpriseName }: Found) => `${realName}（${loginName}，${enterpriseName}）`

function Offer({ found, onTake }: { found: Found; onTake: () => void }) {
  return (
    <Form.Item colon={false} label={' '}>
      <Alert
        type={found.hasAccount ? 'warning' : 'info'}
        showIcon
        title={
          found.hasAccount ? `${nameOf(found)}已开通此子产品` : `${nameOf(found)}已是会员，可以直接为其开通此子产品`
        }
        action={
          !found.hasAccount && (
            <Button size="small" onClick={onTake}>
              为其开通
            </Button>
          )
        }
      />
    </Form.Item>
  )
}

export function NewMember({ subProduct }: { subProduct: SubProductKey }) {
  const form = Form.useFormInstance()
  const loginName: string = Form.useWatch('loginName', form) ?? ''
  const mobile: string = Form.useWatch('mobile', form) ?? ''
  const byName = useFound(subProduct, loginName)
  const byMobile = useFound(subProduct, mobile)
  const [taken, setTaken] = useState<Found>()
  const found = byName ?? byMobile
  const take = (next: Found | undefined) => {
    setTaken(next)
    form.setFieldValue('memberId', next?.memberId ?? null)
  }
  return (
    <>
      <Form.Item name="memberId" hidden>
        <Input />
      </Form.Item>
      {taken ? (
        <Form.Item label="会员" extra="沿用其登录名、密码与归属。">
          {nameOf(taken)}{' '}
          <Button type="link" size="small" onClick={() => take(undefined)}>
            改为新会员
          </Button>
        </Form.Item>
      ) : (
        <>
          <Field of={addAccount} name="enterpriseId" isRequired={false}>
            <EnterprisePicker placeholder="选择已有企业" />
          </Field>
          <Field
            of={addAccount}
            name="enterpriseName"
            isRequired={false}
            hint="没有该企业时填写，会新增企业。"
            check={(name) => (name || form.getFieldValue('enterpriseId') ? null : '请选择企业或填写新企业名称')}
            placeholder="企业全称"
          />
          <Field of={addAccount} name="loginName" isRequired>
            <Input maxLength={32} autoComplete="off" />
          </Field>
          <Field of={addAccount} name="mobile" isRequired check={checkMobile}>
            <Input maxLength={20} inputMode="numeric" autoComplete="off" />
          </Field>
          {found && <Offer found={found} onTake={() => take(found)} />}
          <Field of={addAccount} name="realName" isRequired />
          <Field of={addAccount} name="email">
            <Input maxLength={128} inputMode="email" autoComplete="off" />
          </Field>
          <Field
            of={addAccount}
            name="password"
            hint={PASSWORD_HINT}
            check={(password) => checkOptionalPassword(password, loginName)}
          >
            <PasswordInput />
          </Field>
          <Field of={addAccount} name="ownerId" hint="不选则随企业；新企业归自己。">
            <UserPicker work="customers" placeholder="随企业" />
          </Field>
          <Field of={addAccount} name="remark" rows={2} />
        </>
      )}
    </>
  )
}
