-- One difference refuses one lot; a second one halts the token. Tokens that were halted for one go on, and their lots stay refused.
UPDATE "cross_check" SET "state" = 'silent', "since" = NULL WHERE "state" = 'differs' AND cardinality("discrepancies") = 1;
