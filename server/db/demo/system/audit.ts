// Audit log of the demo company: one row for each act whose result the demo data holds, in the form that the act itself
// records. The server seals them within a minute of its start.
import { type SQL, sql } from 'drizzle-orm'
import { type Act, auditRow } from '#server/core/audit/audit.ts'
import { insertRows } from '#server/core/rows/insert-rows.ts'
import { isEmpty, type Tx } from '../../connection.ts'
import { auditLog } from '../../schema/system/system.ts'
import { staffAddresses } from '../authorisation.ts'

const WINDOW_DAYS = 60
const LAUNCHED_AFTER = '20 minutes'

type Done = Act & { at: string; actorId: string | null; actorName: string; requestId: string }

/**
 * Each selects: at, who (an id or a user name), the trace's own name, act, type and id of its target, before, after.
 */
const traces: readonly SQL[] = [
  sql`select u.created_at, null::bigint, 'admin', 'demo-user-' || u.id, 'user.add', 'user', u.id, null::jsonb,
      jsonb_build_object('userName', u.user_name, 'realName', u.real_name, 'mobile', u.mobile, 'email', u.email,
        'deptId', u.dept_id::text, 'roleId', u.role_id::text, 'saleParentId', u.sale_parent_id::text,
        'editParentId', u.edit_parent_id::text, 'status', 'enabled', 'expiresAt', u.expires_at, 'remark', u.remark)
    from users u where u.user_name <> 'admin'`,
  sql`select a.updated_at - case when a.launched_at is null then interval '0' else ${LAUNCHED_AFTER}::interval end, a.author_id, '',
      'demo-announcement-' || a.id, 'announcement.add', 'announcement', a.id, null,
      jsonb_build_object('title', a.title, 'body', a.body, 'audience', a.audience, 'targetIds', a.target_ids,
        'isPinned', a.is_pinned, 'endsOn', a.ends_on)
    from announcements a`,
  sql`select a.launched_at, a.author_id, '', 'demo-launch-' || a.id, 'announcement.launch', 'announcement', a.id, null,
      jsonb_build_object('title', a.title, 'receivers',
        (select count(*) from users u where u.status = 'enabled' and u.created_at < a.launched_at))
    from announcements a where a.launched_at is not null`,
  sql`select c.at, c.actor_id, c.actor_name, c.request_id, 'enterprise.setOwner', 'enterprise', c.target_id,
      jsonb_build_object('ownerId', c.from_id::text),
      jsonb_build_object('ownerId', c.to_id::text, 'reason', c.reason,
        'rows', 1 + (select count(*) from members m where m.enterprise_id = c.target_id))
    from owner_changes c where c.target = 'enterprise'`,
  sql`select a.at, a.actor_id, a.actor_name, 'demo-grant-' || a.id, 'account.setGrants', 'account', min(c.account_id), null,
      jsonb_build_object('act', a.id::text, 'changes', count(*), 'reason', a.reason)
    from grant_acts a join grant_changes c on c.act_id = a.id where a.via = 'single'
    group by a.id having count(distinct c.account_id) = 1`,
  sql`select c.at, c.actor_id, c.actor_name, 'demo-order-' || c.id, 'order.' || c.action, 'order', o.id,
      jsonb_build_object('number', o.number) || c.before, c.after || jsonb_build_object('reason', c.reason)
    from order_changes c join orders o on o.id = c.order_id where c.before is not null`,
  sql`select s.at, s.actor_id, s.actor_name, 'demo-registration-' || s.id,
      'registration.' || case s.action when 'grant' then 'convert' else s.action end, 'registration', r.id,
      jsonb_build_object('state', coalesce(lag(did.state) over (partition by r.id order by s.id), 'new')),
      jsonb_build_object('state', did.state)
        || case when s.remark = '' then '{}' else jsonb_build_object('remark', s.remark) end
        || case when s.action = 'grant' then jsonb_build_object('ownerId', r.owner_id::text, 'memberId', r.member_id::text,
          'enterpriseId', r.enterprise_id::text) else '{}' end
    from registration_steps s join registrations r on r.id = s.registration_id
      join (values ('contact', 'contacted'), ('grant', 'granted'), ('invalid', 'invalid')) as did(action, state)
        on did.action = s.action`,
  sql`select s.handled_at, s.handled_by, '', 'demo-signal-' || s.id, 'accountSignal.handle', 'accountSignal', s.id, null,
      jsonb_build_object('remark', s.remark)
    from account_signals s where s.handled_at is not null`,
]

const addressOf = (actorId: string | null): string => staffAddresses[Number(actorId ?? 0) % staffAddresses.length] ?? ''

/** Adds nothing where anything was recorded before: what comes later is what people did. */
export async function addAuditLog(tx: Tx, today: Date): Promise<void> {
  if (!(await isEmpty(tx, auditLog))) return
  const { rows } = await tx.execute<Done>(sql`select did.at::text, u.id::text as "actorId", u.user_name as "actorName",
      did.trace as "requestId", did.action, did.target as "targetType", did.id::text as "targetId", did.before, did.after
    from (${sql.join([...traces], sql` union all `)}) as did(at, actor, name, trace, action, target, id, before, after)
    join users u on u.id = did.actor or (did.actor is null and u.user_name = did.name)
    where did.at between ${today.toISOString()}::timestamptz - make_interval(days => ${WINDOW_DAYS}) and ${today.toISOString()}
    order by did.at, did.trace`)
  await insertRows(
    tx,
    auditLog,
    rows.map(({ at, actorId, actorName, requestId, ...act }) => ({
      at,
      ...auditRow({ id: actorId, name: actorName, address: addressOf(actorId), requestId }, act),
    })),
  )
}
