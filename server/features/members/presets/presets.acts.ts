// Applies a preset to accounts, or revokes its grants: confirmed, done at once or by a job, with an outcome for each.
import { Type } from 'typebox'
import { isAllowed } from '#contract/access.ts'
import type { RowOutcome } from '#contract/envelope.ts'
import { Fields, Id, Ids, OneOf, Text } from '#contract/fields.ts'
import {
  applyPreset,
  batchApplyPreset,
  batchRevokePreset,
  PRESET_ACCOUNTS_MAX,
  PRESET_AT_ONCE,
  PRESET_LINES,
  type PresetPreview,
} from '#contract/members/grant-presets.ts'
import type { HiddenProduct } from '#contract/members/hidden-products.ts'
import type { Actor, Person } from '#server/core/access/actors.ts'
import { audit } from '#server/core/audit/audit.ts'
import { databaseToday } from '#server/core/clock.ts'
import { type Author, type Core, transact } from '#server/core/core.ts'
import { storeFile } from '#server/core/files/files.ts'
import { confirmed } from '#server/core/http/confirmations.ts'
import { outcomes } from '#server/core/http/outcomes.ts'
import { orNotFound, refuse } from '#server/core/http/refusal.ts'
import type { Context } from '#server/core/http/serve.ts'
import { job, startJob } from '#server/core/jobs/jobs.ts'
import { writeSheet } from '#server/core/sheets/sheets.ts'
import type { Tx } from '#server/db/connection.ts'
import { giveGrants, revokeGrants } from '../grants/grants.acts.ts'
import { type LiveGrant, liveGrants, lockAccounts } from '../grants/grants.queries.ts'
import { hiddenAmong } from '../grants/grants-account.queries.ts'
import { hiddenOutcomes, hiddenSentence, withoutHidden } from '../grants/hidden-products.rules.ts'
import { accountsById, addModules, lockPreset, type StoredPreset } from './presets.queries.ts'
import { type Effect, effectOfApplying, effectOfRevoking, productsOf, refusalOf, stateOf } from './presets.rules.ts'

type Verb = 'apply' | 'revoke'
const calls = { apply: applyPreset, batchApply: batchApplyPreset, batchRevoke: batchRevokePreset }
const callNames = ['apply', 'batchApply', 'batchRevoke'] as const
type CallName = (typeof callNames)[number]
const verbOf = (call: CallName): Verb => (call === 'batchRevoke' ? 'revoke' : 'apply')
const verbLabels: Readonly<Record<Verb, string>> = { apply: '授权', revoke: '取消授权' }

type Line = Effect & { id: string; name: string; enterprise: string }
/** `preset` without its `hidden` products, which are revoked but never granted. */
type Command = {
  verb: Verb
  preset: StoredPreset
  hidden: readonly HiddenProduct[]
  accountIds: readonly string[]
  reason: string
}
type Plan = { lines: Line[]; live: readonly LiveGrant[]; day: string }

/** The preset without hidden products. Throws 409 where none is left: no product would mean the whole sub-product. */
async function grantable(tx: Tx, verb: Verb, preset: StoredPreset): Promise<Pick<Command, 'preset' | 'hidden'>> {
  const hidden = verb === 'apply' ? await hiddenAmong(tx, preset.productIds) : []
  const productIds = withoutHidden(preset.productIds, hidden)
  if (hidden.length > 0 && productIds.length === 0) {
    throw refuse('conflict', { msg: '方案中的产品已全部隐藏，请先修改方案' })
  }
  return { preset: { ...preset, productIds }, hidden }
}

/** The planned change of each account. 20404 where one does not exist or is out of scope. */
async function plan(tx: Tx, actor: Person, { verb, preset, accountIds }: Command): Promise<Plan> {
  await lockAccounts(tx, accountIds)
  const accounts = await accountsById(tx, actor, preset.subProduct, accountIds)
  if (accounts.length < accountIds.length) throw refuse('notFound', { msg: '部分账号不存在，请重新选择' })
  const live = await liveGrants(tx, accountIds)
  const byAccount = Map.groupBy(live, ({ accountId }) => accountId)
  const day = await databaseToday(tx)
  const lines = accounts.map((account): Line => {
    const held = byAccount.get(account.id) ?? []
    const effect = verb === 'apply' ? effectOfApplying(preset, held, day) : effectOfRevoking(preset, held)
    // revoking is allowed for any account
    const refusal = (verb === 'apply' && refusalOf(account)) || effect.refusal
    const name = `${account.realName}（${account.loginName}）`
    return { id: account.id, name, enterprise: account.enterprise, ...effect, refusal }
  })
  return { lines, live, day }
}

const NAMES_SHOWN = 10

function previewOf({ verb, preset, hidden }: Command, lines: readonly Line[], day: string): PresetPreview {
  const refused = lines.filter(({ refusal }) => refusal !== '')
  const good = lines.filter(({ refusal }) => refusal === '')
  const group = (title: string, some: readonly Line[]) => ({
    title,
    count: some.length,
    names: some.slice(0, NAMES_SHOWN).map(({ name }) => name),
  })
  const what = preset.productIds.length > 0 ? `${preset.productIds.length} 个产品` : '整个子产品'
  const until = verb === 'apply' ? `，自 ${day} 至 ${stateOf(preset, day).endsOn}` : ''
  return {
    text: `按方案“${preset.name}”${verbLabels[verb]}${what}${until}。${hiddenSentence(hidden)}`,
    groups: [
      group(`将${verbLabels[verb]}`, good),
      ...(refused.length > 0 ? [group(`不能${verbLabels[verb]}`, refused)] : []),
    ],
    // refused accounts come first, as people must see them
    lines: [...refused, ...good].slice(0, PRESET_LINES),
    more: Math.max(0, lines.length - PRESET_LINES),
  }
}

/** Stores the changes of the accounts that are not refused. */
async function execute(tx: Tx, by: Author, { verb, preset, reason }: Command, lines: readonly Line[], day: string) {
  const ids = lines.flatMap(({ id, refusal }) => (refusal === '' ? [id] : []))
  if (ids.length === 0) return
  const act = { via: 'preset' as const, reason: reason || `方案：${preset.name}` }
  const targets = productsOf(preset)
  if (verb === 'apply') {
    const state = stateOf(preset, day)
    const requested = ids.flatMap((accountId) => targets.map((productId) => ({ accountId, productId, ...state })))
    await giveGrants(tx, by, act, requested)
    await addModules(tx, ids, preset.modules)
  } else await revokeGrants(tx, by, act, ids, targets)
  await audit(tx, by, {
    action: verb === 'apply' ? 'preset.applyTo' : 'preset.revokeFrom',
    targetType: 'preset',
    targetId: preset.id,
    after: { name: preset.name, accounts: ids.length, accountIds: ids.slice(0, 100), reason },
  })
}

const asOutcomes = (lines: readonly Line[]): RowOutcome[] =>
  lines.map(({ id, name, refusal }) => ({ id, name, ok: refusal === '', msg: refusal }))

/** Most grants to change within a call; above that a job does it. */
const GRANTS_AT_ONCE = 5_000

export async function apply(context: Context<(typeof calls)[CallName]>, call: CallName) {
  const verb = verbOf(call)
  const { body, core, by, actor } = context
  const reason = body.reason.trim()
  const { rows, jobId } = await transact(core, async (tx) => {
    const preset = orNotFound(await lockPreset(tx, body.id))
    if (verb === 'apply' && !preset.isEnabled) throw refuse('conflict', { msg: '方案已禁用，请先启用' })
    const command: Command = { verb, ...(await grantable(tx, verb, preset)), accountIds: body.accountIds, reason }
    const found = await plan(tx, actor as Actor, command)
    if (found.lines.every(({ refusal }) => refusal !== '')) {
      const why = found.lines[0]?.refusal ?? ''
      throw refuse('conflict', { msg: `没有可以${verbLabels[verb]}的账号：${why}` })
    }
    await confirmed(tx, context, {
      preview: previewOf(command, found.lines, found.day),
      versions: [preset.version, found.live.map(({ id, version }) => [id, version])],
    })
    const isSmall = found.lines.length * productsOf(command.preset).length <= GRANTS_AT_ONCE
    if (isSmall && found.lines.length <= PRESET_AT_ONCE) {
      await execute(tx, by, command, found.lines, found.day)
      return { rows: [...asOutcomes(found.lines), ...hiddenOutcomes(command.hidden)], jobId: null }
    }
    const input = { call, presetId: preset.id, presetVersion: preset.version, accountIds: body.accountIds, reason }
    return { rows: [], jobId: await startJob(tx, presetJob, input, by) }
  })
  outcomes(rows)
  return { done: rows.length, jobId }
}

/** Accounts between two reports of progress. */
const STEP = 100

const resultColumns = [
  { header: '账号', width: 30 },
  { header: '企业', width: 36 },
  { header: '结果', width: 10 },
  { header: '原截止日期', width: 14 },
  { header: '现截止日期', width: 14 },
  { header: '原因', width: 36 },
]

async function storeResult(
  tx: Tx,
  core: Core,
  actor: Person,
  { preset, verb }: Pick<Command, 'preset' | 'verb'>,
  lines: readonly Line[],
) {
  const rows = lines.map(({ name, enterprise, before, after, refusal }) =>
    refusal === ''
      ? [name, enterprise, '成功', before, after, '']
      : [name, enterprise, '失败', before, before, refusal],
  )
  const source = writeSheet('xlsx', { name: '结果', columns: resultColumns, rows })
  const name = `${preset.name}${verbLabels[verb]}结果.xlsx`
  return storeFile(tx, { core, name, source, purpose: 'export', ownerId: actor.id })
}

export const presetJob = job({
  name: 'members.preset',
  input: Fields({
    call: OneOf('操作', callNames),
    presetId: Id('方案'),
    presetVersion: Type.Integer(),
    accountIds: Ids('账号', PRESET_ACCOUNTS_MAX),
    reason: Text('原因', 200),
  }),
  title: ({ call, accountIds }) => `快捷${verbLabels[verbOf(call)]} ${accountIds.length} 个账号`,
  run: async ({ input, by, core, signal, progress, finish }) => {
    const actor = by.id === null ? null : await core.actors.person(by.id)
    if (!actor) throw refuse('forbidden')
    const { access } = calls[input.call]
    const verb = verbOf(input.call)
    return transact(core, async (tx) => {
      const preset = await lockPreset(tx, input.presetId)
      if (!preset || !isAllowed(access, actor, preset.subProduct)) throw refuse('forbidden')
      // the preset must be the one that was confirmed
      if (preset.version !== input.presetVersion) throw refuse('conflict', { msg: '方案已被修改，请重新授权' })
      const command: Command = { ...input, verb, ...(await grantable(tx, verb, preset)) }
      const { lines, day } = await plan(tx, actor, command)
      for (let from = 0; from < lines.length; from += STEP) {
        signal.throwIfAborted()
        await execute(tx, by, command, lines.slice(from, from + STEP), day)
        progress(Math.min(lines.length, from + STEP), lines.length, `正在${verbLabels[verb]}`)
      }
      const failed = lines.filter(({ refusal }) => refusal !== '').length
      const file = await storeResult(tx, core, actor, command, lines)
      return finish(tx, {
        done: lines.length - failed,
        failed,
        message: `成功 ${lines.length - failed} 个，失败 ${failed} 个，逐个结果在文件中。${hiddenSentence(command.hidden)}`,
        fileId: file.id,
      })
    })
  },
})
