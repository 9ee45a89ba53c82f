// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";

import {Asset} from "../lib/Asset.sol";
import {CloneCode} from "../lib/CloneCode.sol";
import {ISpendPermissionManager, PeriodSpend, SpendPermission} from "./ISpendPermissionManager.sol";
import {PlanTerms, Terms} from "./PlanTerms.sol";

/// @notice One period of one subscription.
/// @param permission The subscriber's permission. Its spender is the plan's.
/// @param signature The subscriber's signature of the permission. Empty once the permission is
/// approved.
/// @param periodStart The start of the period to charge, in Unix seconds. A charge mined in another
/// period fails.
/// @param deadline The last Unix second at which the charge is valid.
struct Charge {
    SpendPermission permission;
    bytes signature;
    uint48 periodStart;
    uint48 deadline;
}

/// @title Spender of a plan version
/// @notice Charges subscribers by the terms in its code, and pays merchant and fee recipient at
/// once. There is no owner. Runs behind clones whose arguments are the encoded `Terms`.
///
/// It keeps only fees that their recipient could not receive, until `claimFee` pays them.
///
/// A subscriber who names this contract as spender agrees to its terms and to nothing else. Anyone
/// may start a charge, because the caller chooses neither amount nor recipient.
/// @dev Only the charger may call, so that every charge emits the event that settles it, and
/// because the charger supplies payout and fee. The charger rejects reentrancy.
contract PlanSpender {
    /// @dev Limits the gas of the transfer of a fee. Enough for a token behind a proxy and a new
    /// recipient.
    uint256 private constant FEE_GAS = 60_000;

    /// @dev More than the gas that a charge uses after the transfer of its fee.
    uint256 private constant REST_GAS = 35_000;

    /// @notice Returns the charger, which deployed this contract.
    address public immutable charger = msg.sender;

    /// @notice Returns the fees that the recipient could not receive, in base units. `claimFee`
    /// pays them.
    uint256 public feeOwed;

    /// @notice Thrown when the caller is not the charger.
    error PlanSpenderCallerNotCharger(address caller);

    /// @notice Thrown when the deadline of the charge has passed.
    error PlanSpenderPastDeadline(uint48 deadline);

    /// @notice Thrown when the permission is for another token than the plan.
    error PlanSpenderWrongToken(address token, address expected);

    /// @notice Thrown when the permission has another period than the plan.
    error PlanSpenderWrongPeriod(uint48 period, uint48 expected);

    /// @notice Thrown when the permission allows less than the price.
    error PlanSpenderAllowanceTooLow(uint160 allowance, uint160 price);

    /// @notice Thrown when the permission was revoked before it was approved.
    error PlanSpenderPermissionRevoked();

    /// @notice Thrown when the current period of the permission is not the one to charge.
    error PlanSpenderWrongPeriodStart(uint48 periodStart, uint48 current);

    /// @notice Thrown when the permission ends before the period would. Such a period is free.
    error PlanSpenderShortPeriod(uint48 start, uint48 end);

    /// @notice Thrown when the period was charged before.
    error PlanSpenderAlreadyCharged(uint48 periodStart);

    /// @notice Thrown when the token kept a part of a payment.
    error PlanSpenderArrivedShort(uint256 arrived, uint256 amount);

    /// @notice Thrown when a charge would leave less than the fees that are owed, because the token
    /// took a part of them.
    error PlanSpenderFeeNotKept(uint256 kept, uint256 owed);

    /// @notice Thrown when too little gas is left for the transfer of the fee.
    error PlanSpenderGasTooLow();

    /// @notice Thrown when no fee is owed.
    error PlanSpenderNoFeeOwed();

    modifier onlyCharger() {
        if (msg.sender != charger) revert PlanSpenderCallerNotCharger(msg.sender);
        _;
    }

    /// @notice Takes the price from the subscriber and pays it out. Only the charger may call.
    /// @param payout Receives the price minus the fee.
    /// @param fee The base units that the fee recipient receives. If it cannot receive them, they
    /// are owed to it.
    /// @return paid The base units that arrived at the fee recipient: the fee, or zero.
    function charge(Charge calldata item, address payout, uint256 fee)
        external
        onlyCharger
        returns (uint256 paid)
    {
        Terms memory plan = PlanTerms.decode(CloneCode.readArgs());
        SpendPermission calldata permission = item.permission;
        _requireAgreement(item, plan);

        ISpendPermissionManager manager = ISpendPermissionManager(plan.manager);
        if (item.signature.length > 0 && !manager.approveWithSignature(permission, item.signature)) {
            revert PlanSpenderPermissionRevoked();
        }
        PeriodSpend memory current = manager.getCurrentPeriod(permission);
        if (current.start != item.periodStart) {
            revert PlanSpenderWrongPeriodStart(item.periodStart, current.start);
        }
        if (current.end - current.start < plan.period) {
            revert PlanSpenderShortPeriod(current.start, current.end);
        }
        if (current.spend != 0) revert PlanSpenderAlreadyCharged(current.start);
        manager.spend(permission, plan.price);

        _pay(plan.token, payout, plan.price - fee);
        uint256 owed = feeOwed;
        if (fee > 0) {
            if (_tryPayFee(plan.token, plan.feeRecipient, fee)) {
                paid = fee;
            } else {
                owed += fee;
                feeOwed = owed;
            }
        }
        if (owed > 0) _requireKept(plan.token, owed);
    }

    /// @notice Revokes a permission for good, approved or not. Only the charger may call.
    function revoke(SpendPermission calldata permission) external onlyCharger {
        Terms memory plan = PlanTerms.decode(CloneCode.readArgs());
        ISpendPermissionManager(plan.manager).revokeAsSpender(permission);
    }

    /// @notice Pays the fees that are owed to their recipient. Only the charger may call.
    /// @return amount The base units that arrived.
    function claimFee() external onlyCharger returns (uint256 amount) {
        Terms memory plan = PlanTerms.decode(CloneCode.readArgs());
        amount = feeOwed;
        if (amount == 0) revert PlanSpenderNoFeeOwed();
        feeOwed = 0;
        _pay(plan.token, plan.feeRecipient, amount);
    }

    /// @dev The manager requires that this contract is the permission's spender.
    function _requireAgreement(Charge calldata item, Terms memory plan) private view {
        SpendPermission calldata permission = item.permission;
        if (block.timestamp > item.deadline) revert PlanSpenderPastDeadline(item.deadline);
        if (permission.token != plan.token) revert PlanSpenderWrongToken(permission.token, plan.token);
        if (permission.period != plan.period) {
            revert PlanSpenderWrongPeriod(permission.period, plan.period);
        }
        if (permission.allowance < plan.price) {
            revert PlanSpenderAllowanceTooLow(permission.allowance, plan.price);
        }
    }

    function _pay(address token, address to, uint256 amount) private {
        uint256 before = Asset.balanceOf(token, to);
        SafeERC20.safeTransfer(IERC20(token), to, amount);
        uint256 arrived = Asset.balanceOf(token, to) - before;
        if (arrived < amount) revert PlanSpenderArrivedShort(arrived, amount);
    }

    /// @dev Returns false if the recipient received nothing, for example because the token froze
    /// it. Reverts if gas is too low, so that a caller cannot delay the fee. Ignores the return
    /// value of the token: balances decide.
    function _tryPayFee(address token, address to, uint256 amount) private returns (bool) {
        uint256 before = Asset.balanceOf(token, to);
        bytes memory data = abi.encodeCall(IERC20.transfer, (to, amount));
        if (gasleft() < FEE_GAS + FEE_GAS / 63 + REST_GAS) revert PlanSpenderGasTooLow();
        assembly ("memory-safe") {
            pop(call(FEE_GAS, token, 0, add(data, 32), mload(data), 0, 0))
        }
        uint256 arrived = Asset.balanceOf(token, to) - before;
        if (arrived >= amount) return true;
        if (arrived > 0) revert PlanSpenderArrivedShort(arrived, amount);
        return false;
    }

    /// @dev Fees that are owed must remain to be claimed. A token may charge its sender.
    function _requireKept(address token, uint256 owed) private view {
        uint256 kept = Asset.balanceOf(token, address(this));
        if (kept < owed) revert PlanSpenderFeeNotKept(kept, owed);
    }

    /// @notice Returns the terms of this plan version. Reverts outside a clone.
    function terms() external view returns (Terms memory) {
        return PlanTerms.decode(CloneCode.readArgs());
    }
}
