// Acts on what is linked to a staff account: relations, grants, mini-programs, sender, bindings, handover.
import { type ReactNode, useState } from 'react'
import { updateUserLinkProduct } from '#contract/authorisation/grants.ts'
import { DIALOG_GUARD_MS } from '#contract/limits.ts'
import { handOver } from '#contract/organisation/handover.ts'
import { queryUserActs, queryUserVisits } from '#contract/organisation/staff-activity.ts'
import {
  editSendInfo,
  getAdminLinkApplet,
  getAdminLinkUsers,
  getChildUserInfoByType,
  saveAdminLinkApplet,
  unBindVisitingAssistant,
  unBindWxOpenId,
  updateUserDepartRelation,
  verifyVisitingAssistant,
} from '#contract/organisation/staff-links.ts'
import { queryUserList, type UserRow } from '#contract/organisation/users.ts'
import type { Question } from '#web/kit/dialog/confirm.tsx'
import { TransferList } from '#web/kit/picker/transfer-list.tsx'
import type { RowAction } from '#web/kit/table/row-use.ts'
import { formatMoment } from '#web/lib/format.ts'
import { useOpenPage } from '#web/lib/open-page.ts'
import { useAct, useCall } from '#web/lib/query.ts'
import { CategoryGrants } from '#web/pickers/category-grants.tsx'
import { ChooseDialog } from '#web/pickers/choose-dialog.tsx'
import { ProductGrants } from '#web/pickers/product-grants.tsx'
import { HandoverDialog } from './handover-dialog.tsx'
import { LinkUsersDialog } from './link-users-dialog.tsx'
import { RelationDialog } from './relation-dialog.tsx'
import { SendInfoDialog } from './send-info-dialog.tsx'
import { UserActsLog, UserVisitsLog } from './user-log.tsx'

/** Mini-programs that a person may manage. */
function AppletsDialog({ user, onClosed }: { user: UserRow; onClosed: () => void }) {
  const { data, error, refetch } = useCall(getAdminLinkApplet, { userId: user.id })
  const [changed, setChanged] = useState<string[]>()
  const act = useAct(saveAdminLinkApplet, { success: '小程序已保存', invalidates: [getAdminLinkApplet] })
  const chosen = changed ?? data?.flatMap(({ id, isLinked }) => (isLinked ? id : [])) ?? []
  return (
    <ChooseDialog
      title={`关联小程序：${user.realName}（${user.userName}）`}
      width={688}
      read={{ data, error, refetch }}
      isChanged={changed !== undefined}
      isSaving={act.pending}
      onSave={async () => (await act.run({ userId: user.id, appletIds: chosen })) !== undefined}
      onClosed={onClosed}
    >
      <TransferList
        aria-label="小程序"
        titles={['可关联', '已关联']}
        items={(data ?? []).map(({ id, name, appId }) => ({ key: id, label: `${name}（${appId}）` }))}
        value={chosen}
        onChange={setChanged}
      />
    </ChooseDialog>
  )
}

const dialogOf = {
  relation: RelationDialog,
  products: ProductGrants,
  categories: CategoryGrants,
  applets: AppletsDialog,
  sendInfo: SendInfoDialog,
  handover: HandoverDialog,
  customers: LinkUsersDialog,
  acts: UserActsLog,
  visits: UserVisitsLog,
} as const

type Shown = { name: keyof typeof dialogOf; user: UserRow }

export type LinkActs = { linkActsOf: (user: UserRow) => RowAction[]; linkDialog: ReactNode }

export function useLinkActs(confirm: (question: Question) => void): LinkActs {
  const openPage = useOpenPage()
  const [shown, setShown] = useState<Shown>()
  const common = { guardMs: DIALOG_GUARD_MS, invalidates: [queryUserList] }
  const wechat = useAct(unBindWxOpenId, { ...common, success: '微信已解除绑定' })
  const assistant = useAct(unBindVisitingAssistant, { ...common, success: '拜访助手已解除绑定' })
  const verify = useAct(verifyVisitingAssistant, { guardMs: DIALOG_GUARD_MS })

  const unbindAssistant = async ({ id, realName }: UserRow) => {
    const bound = await verify.run({ userId: id })
    if (!bound) return
    confirm({
      title: `解除“${realName}”的拜访助手绑定？`,
      content: `${bound.device || '设备'} 于 ${formatMoment(bound.boundAt)} 绑定，未完成的拜访 ${bound.openVisits} 条，在拜访中听到、价格编辑尚未处理的价格 ${bound.heardPrices} 条，尚未发布的价格 ${bound.pendingPrices} 条。途中的拜访将恢复为已计划，解除后需在手机上重新绑定。`,
      verb: '解除绑定',
      run: () => assistant.run({ userId: id, verifyToken: bound.verifyToken }),
    })
  }

  const unbindingsOf = (user: UserRow): RowAction[] => [
    ...(user.isWxBound
      ? [
          {
            label: '解除微信绑定',
            call: unBindWxOpenId,
            run: () =>
              confirm({
                title: `解除“${user.realName}”的微信绑定？`,
                content: `${user.realName}（${user.userName}）将不能再用微信登录，账号密码不受影响，已发出的分享链接继续有效。`,
                verb: '解除绑定',
                run: () => wechat.run({ userId: user.id }),
              }),
          },
        ]
      : []),
    ...(user.hasAssistant
      ? [{ label: '解除拜访助手绑定', call: unBindVisitingAssistant, run: () => void unbindAssistant(user) }]
      : []),
  ]

  const linkActsOf = (user: UserRow): RowAction[] => {
    const opens = (label: string, call: RowAction['call'], name: Shown['name']): RowAction => ({
      label,
      call,
      run: () => setShown({ name, user }),
    })
    return [
      opens('设置角色与归属', updateUserDepartRelation, 'relation'),
      opens('产品授权', updateUserLinkProduct, 'products'),
      opens('分类授权', updateUserLinkProduct, 'categories'),
      opens('关联小程序', saveAdminLinkApplet, 'applets'),
      opens('关联客户', getAdminLinkUsers, 'customers'),
      opens('发件信息', editSendInfo, 'sendInfo'),
      {
        label: '下属',
        call: getChildUserInfoByType,
        run: () => openPage('/userControl/SubsidiaryAccount', { userId: user.id }),
      },
      opens('操作日志', queryUserActs, 'acts'),
      opens('访问日志', queryUserVisits, 'visits'),
      ...unbindingsOf(user),
      opens('工作交接', handOver, 'handover'),
    ]
  }

  const Dialog = shown && dialogOf[shown.name]
  const linkDialog = Dialog && <Dialog user={shown.user} onClosed={() => setShown(undefined)} />
  return { linkActsOf, linkDialog }
}
