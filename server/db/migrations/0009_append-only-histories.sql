-- The ledger of grants and the history of owners are kept like the audit log: what stands there is never changed.
CREATE TRIGGER grant_changes_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON grant_changes
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER owner_changes_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON owner_changes
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER grant_acts_append_only BEFORE DELETE OR TRUNCATE ON grant_acts
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- One thing of an act is written later, once: the act that took it back.
CREATE TRIGGER grant_acts_undone_once BEFORE UPDATE ON grant_acts FOR EACH ROW
  WHEN (OLD.undone_by IS NOT NULL OR (to_jsonb(NEW) - 'undone_by') IS DISTINCT FROM (to_jsonb(OLD) - 'undone_by'))
  EXECUTE FUNCTION refuse_change();
