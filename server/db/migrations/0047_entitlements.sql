CREATE TABLE "entitlement_changes" (
	"id" bigint generated always as identity PRIMARY KEY NOT NULL,
	"sub_product" text NOT NULL,
	"account_id" bigint NOT NULL,
	"transaction" bigint DEFAULT pg_current_xact_id()::text::bigint NOT NULL,
	"number" bigint,
	"at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "entitlement_feeds" (
	"sub_product" text PRIMARY KEY NOT NULL,
	"number" bigint DEFAULT 0 NOT NULL,
	"pruned_to" bigint DEFAULT 0 NOT NULL,
	"at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "entitlement_figures" (
	"sub_product" text NOT NULL,
	"minute" timestamp(3) with time zone NOT NULL,
	"what" text NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "entitlement_figures_sub_product_minute_what_pk" PRIMARY KEY("sub_product","minute","what"),
	CONSTRAINT "entitlement_figures_count" CHECK ("entitlement_figures"."count" > 0)
);
--> statement-breakpoint
CREATE TABLE "entitlement_readers" (
	"sub_product" text PRIMARY KEY NOT NULL,
	"after" bigint NOT NULL,
	"at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "member_sign_ins" (
	"user_name" text NOT NULL,
	"address" text NOT NULL,
	"at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "member_sign_ins_user_name_address_pk" PRIMARY KEY("user_name","address")
);
--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "sub_product" text;--> statement-breakpoint
CREATE UNIQUE INDEX "entitlement_changes_number" ON "entitlement_changes" USING btree ("sub_product","number");--> statement-breakpoint
CREATE INDEX "entitlement_changes_account" ON "entitlement_changes" USING btree ("account_id","number");--> statement-breakpoint
CREATE UNIQUE INDEX "entitlement_changes_open" ON "entitlement_changes" USING btree ("transaction","account_id") WHERE "entitlement_changes"."number" is null;--> statement-breakpoint
CREATE INDEX "entitlement_figures_minute" ON "entitlement_figures" USING btree ("minute");--> statement-breakpoint
CREATE INDEX "member_sign_ins_at" ON "member_sign_ins" USING btree ("at");--> statement-breakpoint
-- Whatever changes what an account may use is noted here, whichever code writes it. One row for an account and transaction.
CREATE FUNCTION note_entitlement_changes(ids bigint[]) RETURNS void LANGUAGE sql AS $$
  INSERT INTO entitlement_changes (sub_product, account_id)
    SELECT a.sub_product, a.id FROM member_accounts a WHERE a.id = ANY(ids) ORDER BY a.id
    ON CONFLICT (transaction, account_id) WHERE number IS NULL DO NOTHING
$$;--> statement-breakpoint
CREATE FUNCTION grants_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_entitlement_changes(array(SELECT DISTINCT account_id FROM changed));
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER grants_inserted AFTER INSERT ON grants REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION grants_changed();--> statement-breakpoint
CREATE TRIGGER grants_updated AFTER UPDATE ON grants REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION grants_changed();--> statement-breakpoint
CREATE TRIGGER grants_deleted AFTER DELETE ON grants REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION grants_changed();--> statement-breakpoint
CREATE FUNCTION accounts_inserted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_entitlement_changes(array(SELECT id FROM changed));
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER accounts_inserted AFTER INSERT ON member_accounts REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION accounts_inserted();--> statement-breakpoint
CREATE FUNCTION accounts_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO entitlement_changes (sub_product, account_id) SELECT sub_product, id FROM changed ORDER BY id
    ON CONFLICT (transaction, account_id) WHERE number IS NULL DO NOTHING;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER accounts_deleted AFTER DELETE ON member_accounts REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION accounts_deleted();--> statement-breakpoint
-- Row triggers with a condition: terms and last visits of accounts and members are written often and change nothing here.
CREATE FUNCTION account_updated() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_entitlement_changes(array[new.id]);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER account_updated AFTER UPDATE ON member_accounts FOR EACH ROW
  WHEN ((old.status, old.modules, old.deleted_at) IS DISTINCT FROM (new.status, new.modules, new.deleted_at))
  EXECUTE FUNCTION account_updated();--> statement-breakpoint
CREATE FUNCTION member_updated() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_entitlement_changes(array(SELECT id FROM member_accounts WHERE member_id = new.id));
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER member_updated AFTER UPDATE ON members FOR EACH ROW
  WHEN ((old.locked, old.deleted_at, old.login_name, old.mobile, old.sessions_cleared_at)
    IS DISTINCT FROM (new.locked, new.deleted_at, new.login_name, new.mobile, new.sessions_cleared_at))
  EXECUTE FUNCTION member_updated();--> statement-breakpoint
CREATE FUNCTION data_key_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_entitlement_changes(array[coalesce(new.account_id, old.account_id)]);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER data_key_changed AFTER INSERT OR DELETE ON data_keys FOR EACH ROW EXECUTE FUNCTION data_key_changed();--> statement-breakpoint
CREATE TRIGGER data_key_updated AFTER UPDATE ON data_keys FOR EACH ROW
  WHEN ((old.data_sets, old.daily_quota, old.ends_on, old.revoked_at)
    IS DISTINCT FROM (new.data_sets, new.daily_quota, new.ends_on, new.revoked_at))
  EXECUTE FUNCTION data_key_changed();--> statement-breakpoint
-- Numbers all changes of the transaction at its commit, under the lock of the feed's row, which is held until the commit is visible:
-- numbers rise in the order of commits, without gaps. Sub-products are locked in one order, and nothing is locked after them.
CREATE FUNCTION number_entitlement_changes() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  feed record;
  before bigint;
  mine bigint := pg_current_xact_id()::text::bigint;
BEGIN
  -- the first row of the transaction numbers them all
  PERFORM FROM entitlement_changes WHERE id = new.id AND number IS NULL;
  IF NOT FOUND THEN RETURN NULL; END IF;
  FOR feed IN SELECT sub_product, count(*) AS n, array_agg(account_id::text) AS accounts
      FROM entitlement_changes WHERE transaction = mine AND number IS NULL GROUP BY sub_product ORDER BY sub_product LOOP
    INSERT INTO entitlement_feeds AS f (sub_product, number, at) VALUES (feed.sub_product, feed.n, clock_timestamp())
      ON CONFLICT (sub_product) DO UPDATE SET number = f.number + excluded.number, at = clock_timestamp()
      RETURNING number - feed.n INTO before;
    UPDATE entitlement_changes c SET number = before + o.place, at = clock_timestamp()
      FROM (SELECT id, row_number() OVER (ORDER BY id) AS place FROM entitlement_changes
        WHERE transaction = mine AND number IS NULL AND sub_product = feed.sub_product) o
      WHERE c.id = o.id;
    -- a notification holds 8,000 bytes
    PERFORM pg_notify('console_changes', json_build_object('type', 'entitlements', 'subProduct', feed.sub_product,
      'from', (before + 1)::text, 'to', (before + feed.n)::text,
      'accounts', CASE WHEN feed.n <= 300 THEN to_json(feed.accounts) END)::text);
  END LOOP;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE CONSTRAINT TRIGGER entitlement_changes_numbered AFTER INSERT ON entitlement_changes
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION number_entitlement_changes();
