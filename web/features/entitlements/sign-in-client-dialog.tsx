import {
  addSignInClient,
  editSignInClient,
  listSignInClients,
  type SignInClientRow,
} from '#contract/entitlements/sign-in-clients.ts'
import type { SubProductKey } from '#contract/sub-products.ts'
import { type Labels, textOrDash } from '#web/kit/form/differences.ts'
import { Field } from '#web/kit/form/field.tsx'
import { FormDialog } from '#web/kit/form/form-dialog.tsx'
import { TextTags } from '#web/pickers/text-tags.tsx'

type Values = Pick<SignInClientRow, 'name' | 'redirectUris' | 'afterLogoutUris' | 'logoutUri'>

const valuesOf = ({ name, redirectUris, afterLogoutUris, logoutUri }: SignInClientRow): Values => ({
  name,
  redirectUris,
  afterLogoutUris,
  logoutUri,
})

const describeUris = (uris: readonly string[]) => uris.join('、')

const labels: Labels<Values> = {
  name: ['名称', textOrDash],
  redirectUris: ['登录后的地址', describeUris],
  afterLogoutUris: ['退出后的地址', describeUris],
  logoutUri: ['下线通知地址', textOrDash],
}

const fields = (
  <>
    <Field of={addSignInClient} name="name" hint="用来区分，如“官网”“APP”。" />
    <Field
      of={addSignInClient}
      name="redirectUris"
      hint="会员登录后回到的地址（redirect_uri），须与请求中的完全一致，可填多个。"
    >
      <TextTags placeholder="https://…，输入后按回车" />
    </Field>
    <Field
      of={addSignInClient}
      name="afterLogoutUris"
      isRequired={false}
      hint="会员退出登录后可以回到的地址；不填则停在退出页面。"
    >
      <TextTags placeholder="https://…，输入后按回车" />
    </Field>
    <Field
      of={addSignInClient}
      name="logoutUri"
      isRequired={false}
      hint="会员被强制下线、锁定、改密码或在别处退出时通知此地址。"
      placeholder="https://…"
    />
  </>
)

type SignInClientDialogProps = {
  subProduct: SubProductKey
  /** Undefined for a new client. */
  stored: SignInClientRow | undefined
  onMade: (secret: string) => void
  onClosed: () => void
}

export function SignInClientDialog({ subProduct, stored, onMade, onClosed }: SignInClientDialogProps) {
  const invalidates = [listSignInClients]
  if (!stored) {
    const initial: Values = { name: '', redirectUris: [], afterLogoutUris: [], logoutUri: '' }
    return (
      <FormDialog<typeof addSignInClient, Values>
        title="新增客户端"
        endpoint={addSignInClient}
        initial={initial}
        input={(values) => ({ subProduct, ...values })}
        success="新增成功"
        invalidates={invalidates}
        verb="新增"
        onDone={({ secret }) => onMade(secret)}
        onClosed={onClosed}
      >
        {fields}
      </FormDialog>
    )
  }
  const { id, version, name } = stored
  return (
    <FormDialog<typeof editSignInClient, Values, SignInClientRow>
      title={`编辑客户端：${name}`}
      endpoint={editSignInClient}
      initial={valuesOf(stored)}
      stored={{ row: stored, valuesOf, labels }}
      input={(values) => ({ id, version, ...values })}
      success="编辑成功"
      invalidates={invalidates}
      verb="保存"
      onClosed={onClosed}
    >
      {fields}
    </FormDialog>
  )
}
